import {
  checkImport,
  getImportErrors,
  getImportTemplate,
  type ImportPage,
  type ImportReport,
  runImport,
} from '@xunyun/contract/workbench/imports'
import { Button } from 'antd'
import { Download, FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../action/ActButton.tsx'
import { useAction } from '../action/useAction.ts'
import { api } from '../api/api.ts'
import { download } from '../api/download.ts'
import { ApiError } from '../api/errors.ts'
import { fieldMessages } from '../api/fieldErrors.ts'
import { upload } from '../api/upload.ts'
import { dateTime, figure } from '../ui/format.ts'
import styles from './Import.module.css'
import { PastImports } from './PastImports.tsx'

type Step =
  | { readonly at: 'choose'; readonly problem?: string }
  | { readonly at: 'checking'; readonly name: string; readonly share: number }
  | { readonly at: 'checked'; readonly report: ImportReport }
  | {
      readonly at: 'done'
      readonly importId: number
      readonly accepted: number
      readonly refused: number
      readonly fileId: number
    }

type Props = {
  readonly page: ImportPage
  /** What is imported: 导入运单. */
  readonly title?: string
  readonly maxRows: number
  /** What the import takes beside the file, and where it is chosen. */
  readonly options?: { readonly outletId?: number | undefined; readonly place?: boolean | undefined }
  readonly choices?: ReactNode
  /** Beginnings of the paths whose lists are asked for anew. */
  readonly refresh: readonly string[]
  /** The way to what was imported. */
  readonly seeLink?: (importId: number) => ReactNode
}

/** An office's Excel file: uploaded, checked without storing a row, then imported whole or its valid rows. */
export function ImportPanel(props: Props) {
  const { page, title, maxRows } = props
  const { t } = useTranslation('ui')
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const check = async (file: File) => {
    setStep({ at: 'checking', name: file.name, share: 0 })
    try {
      const stored = await upload(file, (share) => setStep({ at: 'checking', name: file.name, share }))
      setStep({ at: 'checked', report: await api(checkImport, { page, fileId: stored.FileID }) })
    } catch (error) {
      const [first] = error instanceof ApiError ? await fieldMessages(error) : []
      setStep({ at: 'choose', problem: first?.errors[0] ?? (error instanceof Error ? error.message : undefined) })
    }
  }
  return (
    <div className={styles.panel}>
      {title && <h1 className={styles.title}>{title}</h1>}
      <p className={styles.quiet}>{t('import.step')}</p>
      {step.at === 'choose' && (
        <Choose page={page} maxRows={maxRows} problem={step.problem} onFile={(file) => void check(file)} />
      )}
      {step.at === 'checking' && (
        <div className={styles.drop} role="status">
          {t('import.checking', { name: step.name })}
          <span className={styles.progress}>
            <span style={{ width: `${Math.round(step.share * 100)}%` }} />
          </span>
        </div>
      )}
      {step.at === 'checked' && (
        <Checked {...props} report={step.report} onDone={setStep} onAnother={() => setStep({ at: 'choose' })} />
      )}
      {step.at === 'done' && <Done {...props} step={step} onAnother={() => setStep({ at: 'choose' })} />}
      {(step.at === 'choose' || step.at === 'done') && <PastImports page={page} refresh={props.refresh} />}
    </div>
  )
}

type ChooseProps = Pick<Props, 'page' | 'maxRows'> & { problem?: string; onFile: (file: File) => void }

function Choose({ page, maxRows, problem, onFile }: ChooseProps) {
  const { t } = useTranslation('ui')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={styles.drop}
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          const [file] = event.dataTransfer.files
          if (file) onFile(file)
        }}
      >
        <FileSpreadsheet size={28} strokeWidth={1.25} aria-hidden="true" />
        {t('import.drop')}
        <small>{t('import.limit', { rows: figure(maxRows) })}</small>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        data-testid="import-file"
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
      {problem && (
        <p className={styles.wrong} role="alert">
          {problem}
        </p>
      )}
      <Button
        icon={<Download size={14} strokeWidth={1.75} />}
        onClick={() => void download(getImportTemplate, { page }).catch(() => undefined)}
      >
        {t('import.template')}
      </Button>
    </>
  )
}

type CheckedProps = Props & { report: ImportReport; onDone: (step: Step) => void; onAnother: () => void }

function Checked({ page, options, choices, refresh, report, onDone, onAnother }: CheckedProps) {
  const { t } = useTranslation('ui')
  const run = useAction(runImport, { refresh: [...refresh, '/api/Imports/'] })
  const whole = report.refused.length === 0
  const start = async () => {
    try {
      const done = await run.run({
        page,
        fileId: report.fileId,
        mode: whole ? 'whole' : 'valid',
        outletId: options?.outletId,
        place: options?.place,
      })
      onDone({ at: 'done', fileId: report.fileId, ...done })
    } catch {
      // It has been said why; what was chosen stays.
    }
  }
  return (
    <>
      <div className={styles.found}>
        <b>{report.fileName}</b>
        <span>{t('import.rows', { count: report.rows })}</span>
        <span data-tone="green">{t('import.good', { count: report.accepted })}</span>
        <span data-tone={report.refused.length > 0 ? 'red' : undefined}>
          {t('import.bad', { count: report.refused.length })}
        </span>
      </div>
      {report.importedBefore && (
        <Note>
          {t('import.before', { name: report.importedBefore.byName, at: dateTime(report.importedBefore.at) })}
        </Note>
      )}
      {report.unknownColumns.length > 0 && (
        <Note>{t('import.unknown', { columns: report.unknownColumns.join('、') })}</Note>
      )}
      {report.warnings.length > 0 && (
        <>
          <Note>{t('import.odd', { count: report.warnings.length })}</Note>
          <Rows rows={report.warnings} />
        </>
      )}
      {report.refused.length > 0 && <Rows rows={report.refused} />}
      <div className={styles.bar}>
        {choices}
        <span className={styles.grow} />
        <Button onClick={onAnother}>{t('import.another')}</Button>
        {report.refused.length > 0 && (
          <Button
            icon={<Download size={14} strokeWidth={1.75} />}
            onClick={() => void download(getImportErrors, { page, fileId: report.fileId }).catch(() => undefined)}
          >
            {t('import.errorsFile')}
          </Button>
        )}
        <ActButton
          type="primary"
          refused={report.accepted === 0 ? t('why.nothingAccepted') : null}
          loading={run.pending}
          onClick={() => void start()}
        >
          {t(whole ? 'import.whole' : 'import.valid', { count: report.accepted })}
        </ActButton>
      </div>
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className={styles.note}>
    <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
    {children}
  </p>
)

/** Each row of the file of which something is said. */
function Rows({ rows }: { rows: ImportReport['refused'] }) {
  const { t } = useTranslation('ui')
  return (
    <div className={styles.refused}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th className={styles.right}>{t('import.row')}</th>
            <th>{t('import.name')}</th>
            <th>{t('import.column')}</th>
            <th>{t('import.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.flatMap((row) =>
            row.errors.map((error) => (
              <tr key={`${row.row}-${error.column}-${error.msg}`}>
                <td className={styles.right}>{figure(row.row)}</td>
                <td>{row.name || '—'}</td>
                <td>{error.column}</td>
                <td>{error.msg}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  )
}

type DoneProps = Props & { step: Extract<Step, { at: 'done' }>; onAnother: () => void }

function Done({ page, seeLink, step, onAnother }: DoneProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={styles.done} role="status">
      <b>{t('import.done', { accepted: step.accepted })}</b>
      {step.refused > 0 && <p>{t('import.doneRefused', { refused: step.refused })}</p>}
      <div className={styles.bar}>
        {seeLink?.(step.importId)}
        {step.refused > 0 && (
          <Button onClick={() => void download(getImportErrors, { page, fileId: step.fileId }).catch(() => undefined)}>
            {t('import.errorsFile')}
          </Button>
        )}
        <Button onClick={onAnother}>{t('import.another')}</Button>
      </div>
    </div>
  )
}
