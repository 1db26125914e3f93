import { useQuery } from '@tanstack/react-query'
import { addInvoiceFiles, getInvoice, type InvoiceDetail, issueInvoice } from '@xunyun/contract/invoices/calls'
import { minus } from '@xunyun/contract/invoices/lines'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { StoredFile } from '@xunyun/contract/system/files'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { DecimalInput, NumberInput } from '../../shared/form/inputs.tsx'
import { day, money } from '../../shared/ui/format.ts'
import { invoicePaths } from './paths.ts'

type Values = {
  invoiceNo?: string
  day?: string
  taxes?: Readonly<Record<string, string>>
  files?: readonly StoredFile[]
}

/** 开票: the number, and the tax as the bureau printed it. */
export function IssueForm({ id, no, onClose }: { id: number; no: string; onClose: () => void }) {
  const { t } = useTranslation('invoices')
  const invoice = useQuery(q(getInvoice, { id }))
  const issue = useAction(issueInvoice, { success: t('issue.done', { no }), refresh: invoicePaths })
  const of = invoice.data
  return (
    <FormDrawer<Values>
      name={`invoice-issue-${id}`}
      title={t('issue.title', { no })}
      submitLabel={t('act.issue')}
      width={640}
      call={issueInvoice}
      initial={
        of && {
          day: day(new Date()),
          taxes: Object.fromEntries(of.lines.map((line) => [line.id, line.tax])),
        }
      }
      onSubmit={({ taxes = {}, files = [], ...values }, options) =>
        issue.run(
          {
            id,
            version: of?.version ?? 0,
            invoiceNo: values.invoiceNo ?? '',
            day: values.day ?? '',
            taxes: (of?.lines ?? []).map((line) => ({ lineId: line.id, tax: taxes[line.id] || line.tax })),
            fileIds: files.map(({ FileID }) => FileID),
          },
          options,
        )
      }
      onClose={onClose}
    >
      <FormSection>
        <Field name="invoiceNo" label={t('column.invoiceNo')}>
          <NumberInput inputMode="numeric" maxLength={20} />
        </Field>
        <Field name="day" label={t('column.issuedOn')}>
          <DayInput />
        </Field>
        {of && <Taxes invoice={of} />}
        <Field name="files" label={t('detail.files')} span={2} contract={false} hint={t('issue.filesHint')}>
          <FileInput max={5} accept=".pdf,.ofd,.xml" />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** Tax per line as reckoned, to be typed over by what is printed. */
function Taxes({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation('invoices')
  const taxes = Form.useWatch<Values['taxes']>('taxes', Form.useFormInstance()) ?? {}
  const taxOf = (line: InvoiceDetail['lines'][number]) => taxes[line.id] || line.tax
  const all = sumDecimals(invoice.lines.map(taxOf), 2)
  return (
    <div style={{ gridColumn: '1 / -1' }}>
      <LinesTable
        label={t('detail.lines')}
        rows={invoice.lines}
        columns={[
          [t('line.itemName'), (line) => [line.itemName, line.of].filter(Boolean).join(' · ')],
          [t('line.rate'), (line) => `${line.rate}%`, 'right'],
          [t('line.gross'), (line) => money(line.gross), 'right'],
          [t('line.net'), (line) => money(minus(line.gross, taxOf(line))), 'right'],
          [
            t('line.tax'),
            (line) => (
              <Form.Item name={['taxes', String(line.id)]} noStyle>
                <DecimalInput places={2} aria-label={`${t('line.tax')} ${line.itemName}`} />
              </Form.Item>
            ),
            'right',
          ],
        ]}
        foot={[t('detail.sum'), '', money(invoice.gross), money(minus(invoice.gross, all)), money(all)]}
      />
    </div>
  )
}

/** What came later: the PDF, the OFD. */
export function FilesForm({ id, no, onClose }: { id: number; no: string; onClose: () => void }) {
  const { t } = useTranslation('invoices')
  const add = useAction(addInvoiceFiles, { success: t('issue.filesAdded', { no }), refresh: invoicePaths })
  return (
    <FormDrawer<{ files?: readonly StoredFile[] }>
      name={`invoice-files-${id}`}
      title={t('issue.filesTitle', { no })}
      submitLabel={t('act.addFiles')}
      width={440}
      call={addInvoiceFiles}
      initial={{}}
      onSubmit={({ files = [] }) => add.run({ id, fileIds: files.map(({ FileID }) => FileID) })}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="files" label={t('detail.files')} contract={false} required hint={t('issue.filesHint')}>
          <FileInput max={5} accept=".pdf,.ofd,.xml" />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
