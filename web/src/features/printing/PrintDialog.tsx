import { useQuery } from '@tanstack/react-query'
import type { PrintBatchRow } from '@xunyun/contract/printing/calls'
import { type PrintType, printTypeTitles } from '@xunyun/contract/printing/papers'
import { getTemplateChoices } from '@xunyun/contract/printing/templates'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { IntegerInput } from '../../shared/form/inputs.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Doctor } from './Doctor.tsx'
import { Preview } from './Preview.tsx'
import styles from './Printing.module.css'
import { Running } from './Running.tsx'
import { type ToPrint, usePrinting } from './usePrinting.ts'

export type PrintRequest = {
  readonly type: PrintType
  readonly rows: readonly ToPrint[]
  /** A batch to go on with, in place of rows. */
  readonly batch?: PrintBatchRow
}

/** Template, printer, copies and pieces beside what will come out; then the way out, and how far it is. */
export function PrintDialog({ request, onClose }: { request: PrintRequest; onClose: () => void }) {
  const { t } = useTranslation(['printing', 'common'])
  const language = useLanguage()
  const { type, rows, batch } = request
  const [template, setTemplate] = useState<string>()
  const [copies, setCopies] = useState<number | string | undefined>(1)
  const [from, setFrom] = useState<number | string>()
  const [to, setTo] = useState<number | string>()
  const printing = usePrinting({ type, rows, batch, template, copies, from, to })
  const { state, service } = printing
  const [first] = rows
  const one = rows.length === 1 ? first : undefined
  const title = batch
    ? t('dialog.resume', { type: printTypeTitles[type][language] })
    : one
      ? t('dialog.one', { type: printTypeTitles[type][language], no: one.no })
      : t('dialog.many', { type: printTypeTitles[type][language], number: rows.length })
  const busy = state.at === 'running' || state.at === 'starting'
  const isForm = state.at === 'form'
  return (
    <Dialog
      open
      width={800}
      title={title}
      onCancel={() => {
        printing.leave()
        onClose()
      }}
      footer={
        isForm && !service.trouble
          ? [
              <Button key="pdf" onClick={() => void printing.pdf()}>
                {t('act.pdf')}
              </Button>,
              <Button key="browser" onClick={() => void printing.browser()}>
                {t('act.browser')}
              </Button>,
              <Button key="print" type="primary" loading={service.connecting} onClick={() => void printing.print()}>
                {t('act.print')}
              </Button>,
            ]
          : [
              <Button
                key="close"
                onClick={() => {
                  printing.leave()
                  onClose()
                }}
              >
                {busy ? t('act.leave') : t('common:close')}
              </Button>,
            ]
      }
    >
      <div className={styles.dialog}>
        <div className={styles.side}>
          {isForm && service.trouble ? (
            <Doctor
              trouble={service.trouble}
              retrying={service.connecting}
              onRetry={() => void printing.print()}
              onBrowser={() => void printing.browser()}
              onPdf={() => void printing.pdf()}
            />
          ) : isForm ? (
            <>
              <TemplateField type={type} id={one?.id} value={template} onChange={setTemplate} />
              <PrinterField printing={printing} />
              <div className={styles.field}>
                <label htmlFor="print-copies">{t('dialog.copies')}</label>
                <IntegerInput id="print-copies" className={styles.number} value={copies} onChange={setCopies} />
              </div>
              {(type === 'label' || (type === 'lot' && rows.some(({ pieces }) => pieces > 1))) && (
                <div className={styles.field}>
                  <label htmlFor="print-from">{t(type === 'lot' ? 'dialog.serials' : 'dialog.pieces')}</label>
                  <div className={styles.inline}>
                    <IntegerInput
                      id="print-from"
                      className={styles.number}
                      placeholder="1"
                      value={from}
                      onChange={setFrom}
                    />
                    <span aria-hidden="true">–</span>
                    <IntegerInput
                      aria-label={t('dialog.pieceTo')}
                      className={styles.number}
                      placeholder={one ? String(one.pieces) : t('dialog.last')}
                      value={to}
                      onChange={setTo}
                    />
                  </div>
                </div>
              )}
              {printing.wrong && (
                <p role="alert" className={styles.wrong}>
                  {printing.wrong}
                </p>
              )}
              <p className={styles.hint}>{t('dialog.hint')}</p>
            </>
          ) : (
            <Running printing={printing} />
          )}
        </div>
        {first ? (
          <Preview
            type={type}
            id={first.id}
            first={one ? undefined : first.no}
            template={template}
            piece={typeof from === 'number' && from > 0 ? from : undefined}
          />
        ) : (
          <p className={styles.hint}>{batch && t('dialog.batchOf', { no: batch.firstNo, number: batch.documents })}</p>
        )}
      </div>
    </Dialog>
  )
}

type TemplateProps = {
  readonly type: PrintType
  /** Of several documents each has its own. */
  readonly id: number | undefined
  readonly value: string | undefined
  readonly onChange: (template: string | undefined) => void
}

/** Each document with the template that holds for it. */
const own = ''

function TemplateField({ type, id, value, onChange }: TemplateProps) {
  const { t } = useTranslation('printing')
  const { data } = useQuery(q(getTemplateChoices, { type, id }))
  const chosen = data?.find((choice) => choice.chosen)
  return (
    <div className={styles.field}>
      <label htmlFor="print-template">{t('dialog.template')}</label>
      <Select
        id="print-template"
        value={value ?? own}
        onChange={(ref) => onChange(ref === own ? undefined : ref)}
        popupMatchSelectWidth={false}
        options={[
          {
            value: own,
            label:
              chosen && id !== undefined ? t('dialog.templateOf', { name: chosen.name }) : t('dialog.templateAuto'),
          },
          ...(data ?? []).map(({ ref, name, width, height }) => ({
            value: ref,
            label: `${name} · ${width}×${height}`,
          })),
        ]}
      />
    </div>
  )
}

function PrinterField({ printing }: { printing: ReturnType<typeof usePrinting> }) {
  const { t } = useTranslation('printing')
  const { service, printer, setPrinter } = printing
  return (
    <div className={styles.field}>
      <label htmlFor="print-printer">{t('dialog.printer')}</label>
      <div className={styles.inline}>
        <Select
          id="print-printer"
          value={printer}
          onChange={setPrinter}
          options={[
            { value: '', label: t('dialog.printerDefault') },
            ...(service.connected?.printers ?? (printer === '' ? [] : [printer])).map((name) => ({
              value: name,
              label: name,
            })),
          ]}
        />
        <Button loading={service.connecting} onClick={() => void service.connect()}>
          {t('act.findPrinters')}
        </Button>
      </div>
    </div>
  )
}
