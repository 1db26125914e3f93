import { getOutletChoices } from '@xunyun/contract/customers/calls'
import {
  checkWaybillImport,
  getImportErrors,
  getImportTemplate,
  type ImportReport,
  importWaybills,
} from '@xunyun/contract/waybills/calls'
import { Button, Checkbox } from 'antd'
import { Download, FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useAction } from '../../shared/action/useAction.ts'
import { api } from '../../shared/api/api.ts'
import { download } from '../../shared/api/download.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { fieldMessages } from '../../shared/api/fieldErrors.ts'
import { upload } from '../../shared/api/upload.ts'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { dateTime, figure } from '../../shared/ui/format.ts'
import styles from './Waybills.module.css'

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

/** An office's Excel file: uploaded, checked without storing a row, then imported whole or its valid rows. */
export function ImportPanel() {
  const { t } = useTranslation('waybills')
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const check = async (file: File) => {
    setStep({ at: 'checking', name: file.name, share: 0 })
    try {
      const stored = await upload(file, (share) => setStep({ at: 'checking', name: file.name, share }))
      setStep({ at: 'checked', report: await api(checkWaybillImport, { fileId: stored.FileID }) })
    } catch (error) {
      const [first] = error instanceof ApiError ? await fieldMessages(error) : []
      setStep({ at: 'choose', problem: first?.errors[0] ?? (error instanceof Error ? error.message : undefined) })
    }
  }
  return (
    <div className={styles.import}>
      <h1 className={styles.importTitle}>{t('import.title')}</h1>
      <p className={styles.quiet}>{t('import.step')}</p>
      {step.at === 'choose' && <Choose problem={step.problem} onFile={(file) => void check(file)} />}
      {step.at === 'checking' && (
        <div className={styles.drop} role="status">
          {t('import.checking', { name: step.name })}
          <span className={styles.progress}>
            <span style={{ width: `${Math.round(step.share * 100)}%` }} />
          </span>
        </div>
      )}
      {step.at === 'checked' && (
        <Checked report={step.report} onDone={setStep} onAnother={() => setStep({ at: 'choose' })} />
      )}
      {step.at === 'done' && <Done step={step} onAnother={() => setStep({ at: 'choose' })} />}
    </div>
  )
}

function Choose({ problem, onFile }: { problem?: string; onFile: (file: File) => void }) {
  const { t } = useTranslation('waybills')
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
        <small>{t('import.limit')}</small>
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
        onClick={() => void download(getImportTemplate, {}).catch(() => undefined)}
      >
        {t('import.template')}
      </Button>
    </>
  )
}

function Checked({
  report,
  onDone,
  onAnother,
}: {
  report: ImportReport
  onDone: (step: Step) => void
  onAnother: () => void
}) {
  const { t } = useTranslation('waybills')
  const [place, setPlace] = useState(false)
  const [outletId, setOutletId] = useState<number | undefined>()
  const run = useAction(importWaybills, { refresh: ['/api/Waybills/', '/api/Dispatch/'] })
  const whole = report.refused.length === 0
  const start = async () => {
    try {
      const done = await run.run({ fileId: report.fileId, mode: whole ? 'whole' : 'valid', outletId, place })
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
      {report.refused.length > 0 && <Refused report={report} />}
      <div className={styles.importBar}>
        <Lookup
          call={getOutletChoices}
          input={{ mine: true }}
          allowClear
          value={outletId}
          onChange={(next: number | undefined) => setOutletId(next)}
          prefix={t('import.outlet')}
          aria-label={t('import.outlet')}
          style={{ width: 200 }}
        />
        <Checkbox checked={place} onChange={(event) => setPlace(event.target.checked)}>
          {t('import.place')}
        </Checkbox>
        <span className={styles.grow} />
        <Button onClick={onAnother}>{t('import.another')}</Button>
        {report.refused.length > 0 && (
          <Button
            icon={<Download size={14} strokeWidth={1.75} />}
            onClick={() => void download(getImportErrors, { fileId: report.fileId }).catch(() => undefined)}
          >
            {t('import.errorsFile')}
          </Button>
        )}
        <Button type="primary" disabled={report.accepted === 0} loading={run.pending} onClick={() => void start()}>
          {t(whole ? 'import.whole' : 'import.valid', { count: report.accepted })}
        </Button>
      </div>
    </>
  )
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <p className={styles.note}>
    <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
    {children}
  </p>
)

function Refused({ report }: { report: ImportReport }) {
  const { t } = useTranslation('waybills')
  return (
    <div className={styles.refused}>
      <table className={styles.goods}>
        <thead>
          <tr>
            <th className={styles.right}>{t('import.row')}</th>
            <th>{t('import.customerNo')}</th>
            <th>{t('import.column')}</th>
            <th>{t('import.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {report.refused.flatMap((row) =>
            row.errors.map((error) => (
              <tr key={`${row.row}-${error.column}-${error.msg}`}>
                <td className={styles.right}>{figure(row.row)}</td>
                <td>{row.customerNo || '—'}</td>
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

function Done({ step, onAnother }: { step: Extract<Step, { at: 'done' }>; onAnother: () => void }) {
  const { t } = useTranslation('waybills')
  return (
    <div className={styles.doneImport} role="status">
      <b>{t('import.done', { accepted: step.accepted })}</b>
      {step.refused > 0 && <p>{t('import.doneRefused', { refused: step.refused })}</p>}
      <div className={styles.importBar}>
        <Link to={`${pathTo('allWayBill')}?importId=${step.importId}`}>{t('import.see')}</Link>
        {step.refused > 0 && (
          <Button onClick={() => void download(getImportErrors, { fileId: step.fileId }).catch(() => undefined)}>
            {t('import.errorsFile')}
          </Button>
        )}
        <Button onClick={onAnother}>{t('import.another')}</Button>
      </div>
    </div>
  )
}
