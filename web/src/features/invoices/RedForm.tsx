import { useQuery } from '@tanstack/react-query'
import {
  getInvoice,
  type InvoiceDetail,
  type InvoiceRow,
  makeRedInvoice,
  setRedConfirmation,
} from '@xunyun/contract/invoices/calls'
import { compareDecimal, isFigure, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { Form, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import type { Sending } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../shared/form/FormDrawer.tsx'
import { DecimalInput, NumberInput } from '../../shared/form/inputs.tsx'
import { money } from '../../shared/ui/format.ts'
import { invoicePaths } from './paths.ts'

type Confirmation = Pick<Sending<typeof setRedConfirmation>, 'confirmNo' | 'confirmation'>
type Values = Confirmation & {
  reason?: Sending<typeof makeRedInvoice>['reason']
  extent?: 'whole' | 'lines'
  amounts?: Readonly<Record<string, string>>
  remark?: string
}

/** 红冲: whole or by line, with the bureau's confirmation. */
export function RedForm({ id, no, onClose }: { id: number; no: string; onClose: () => void }) {
  const { t } = useTranslation(['invoices', 'ui'])
  const invoice = useQuery(q(getInvoice, { id }))
  const make = useAction(makeRedInvoice, { success: (made) => t('red.done', { no: made.no }), refresh: invoicePaths })
  const of = invoice.data
  return (
    <FormDrawer<Values>
      name={`invoice-red-${id}`}
      title={t('red.title', { no })}
      submitLabel={t('act.makeRed')}
      width={640}
      call={makeRedInvoice}
      initial={of && { extent: 'whole', confirmation: 'notNeeded' }}
      onSubmit={({ extent, amounts = {}, reason, ...values }, options) => {
        const lines = Object.entries(amounts).flatMap(([lineId, amount]) =>
          amount && compareDecimal(amount, '0') !== 0 ? [{ lineId: Number(lineId), amount }] : [],
        )
        return make.run(
          {
            ...values,
            id,
            version: of?.version ?? 0,
            reason: reason ?? 'wrong',
            ...(extent === 'lines' ? { lines } : {}),
          },
          options,
        )
      }}
      onClose={onClose}
    >
      <FormSection>
        <ReasonAndExtent />
        {of && <Amounts invoice={of} />}
        <ConfirmationFields />
        <Field name="remark" label={t('detail.remark')} span={2}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** What was issued wrongly is reversed whole (M37). */
function ReasonAndExtent() {
  const { t } = useTranslation(['invoices', 'ui'])
  const fill = useFill()
  const isWhole = Form.useWatch<Values['reason']>('reason', Form.useFormInstance()) === 'wrong'
  return (
    <>
      <Field name="reason" label={t('column.redReason')}>
        <Choice
          type="redReason"
          placeholder={t('ui:form.choose')}
          onChange={(next: Values['reason']) => {
            if (next === 'wrong') fill({ extent: 'whole' })
          }}
        />
      </Field>
      <Field name="extent" label={t('red.extent')} contract={false} hint={isWhole ? t('red.wholeOnly') : undefined}>
        <Segmented
          options={(['whole', 'lines'] as const).map((value) => ({
            value,
            label: t(`red.${value}`),
            disabled: isWhole && value === 'lines',
          }))}
        />
      </Field>
    </>
  )
}

function Amounts({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation(['invoices', 'ui'])
  const form = Form.useFormInstance()
  const extent = Form.useWatch<Values['extent']>('extent', form)
  const typed = Form.useWatch<Values['amounts']>('amounts', form)
  const sum = (of: (line: InvoiceDetail['lines'][number]) => string | undefined) =>
    money(sumDecimals(invoice.lines.map(of).filter(isFigure), 2))
  const left = sum((line) => line.left)
  return (
    <div style={{ gridColumn: '1 / -1' }}>
      <LinesTable
        label={t('detail.lines')}
        rows={invoice.lines}
        columns={[
          [t('line.itemName'), (line) => [line.itemName, line.of].filter(Boolean).join(' · ')],
          [t('line.gross'), (line) => money(line.gross), 'right'],
          [t('line.left'), (line) => money(line.left), 'right'],
          [
            t('red.amount'),
            (line) =>
              extent === 'lines' ? (
                <Form.Item name={['amounts', String(line.id)]} noStyle>
                  <DecimalInput places={2} aria-label={`${t('red.amount')} ${line.itemName}`} />
                </Form.Item>
              ) : (
                money(line.left)
              ),
            'right',
          ],
        ]}
        foot={[
          t('ui:list.totals'),
          sum((line) => line.gross),
          left,
          extent === 'lines' ? sum((line) => typed?.[String(line.id)]) : left,
        ]}
      />
    </div>
  )
}

function ConfirmationFields() {
  const { t } = useTranslation('invoices')
  const now = Form.useWatch<string | undefined>('confirmation', Form.useFormInstance())
  return (
    <>
      <Field name="confirmation" label={t('column.confirmation')} hint={t('red.hours')}>
        <Choice type="redConfirmation" />
      </Field>
      <Field
        name="confirmNo"
        label={t('column.confirmNo')}
        required={now !== 'notNeeded'}
        dependencies={['confirmation']}
      >
        <NumberInput inputMode="numeric" maxLength={20} disabled={now === 'notNeeded'} />
      </Field>
    </>
  )
}

/** What the bureau says of the confirmation now. */
export function ConfirmForm({ invoice, onClose }: { invoice: InvoiceRow; onClose: () => void }) {
  const { t } = useTranslation('invoices')
  const set = useAction(setRedConfirmation, { success: t('red.confirmed', { no: invoice.no }), refresh: invoicePaths })
  return (
    <FormDrawer<Confirmation>
      name={`invoice-confirm-${invoice.id}`}
      title={t('red.confirmTitle', { no: invoice.no })}
      submitLabel={t('red.save')}
      width={480}
      call={setRedConfirmation}
      initial={{
        confirmation: invoice.confirmation ?? 'notNeeded',
        ...(invoice.confirmNo === null ? {} : { confirmNo: invoice.confirmNo }),
      }}
      onSubmit={(values, options) => set.run({ ...values, id: invoice.id, version: invoice.version }, options)}
      onClose={onClose}
    >
      <FormSection>
        <ConfirmationFields />
      </FormSection>
    </FormDrawer>
  )
}
