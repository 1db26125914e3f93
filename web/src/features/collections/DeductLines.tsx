import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { OpenCharge } from '@xunyun/contract/payments/calls'
import { useTranslation } from 'react-i18next'
import { useCellErrors } from '../../shared/form/FormFrame.tsx'
import { DecimalInput } from '../../shared/form/inputs.tsx'
import { type LineColumn, LineGrid } from '../../shared/form/LineGrid.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { money } from '../../shared/ui/format.ts'
import styles from './Collections.module.css'

/** By charge: what of it is deducted. */
export type Deducted = Readonly<Record<number, string>>

const isGiven = (amount: string | undefined): amount is string =>
  amount !== undefined && /^-?\d+(\.\d+)?$/.test(amount) && compareDecimal(amount, '0') !== 0
/** What is sent, in the order in which it is shown: what the server says of a line is found again by its place. */
export const sentDeductions = (deducted: Deducted) =>
  Object.entries(deducted)
    .filter(([, amount]) => isGiven(amount))
    .map(([chargeId, amount]) => ({ chargeId: Number(chargeId), amount }))

type Line = { readonly amount: string | undefined }
type Props = {
  readonly charges: readonly OpenCharge[]
  readonly gross: string
  readonly fees: string
  /** Where the server says what is wrong with a line. */
  readonly name?: string
  readonly value?: Deducted
  readonly onChange?: (deducted: Deducted) => void
}

/** What the customer owes, with an amount per line that is taken off; below it what he gets. */
export function DeductLines({ charges, gross, fees, name = 'lines', value = {}, onChange }: Props) {
  const { t } = useTranslation(['collections', 'payments'])
  const language = useLanguage()
  // A payout that is changed begins with its fees too, which are taken by themselves.
  const sent = sentDeductions(value).filter((line) => charges.some(({ chargeId }) => chargeId === line.chargeId))
  const rows = sent.map(({ chargeId }) => charges.findIndex((one) => one.chargeId === chargeId))
  const errors = useCellErrors(name, { rows })
  const deducted = sumDecimals(['0', ...sent.map(({ amount }) => amount)], 2)
  const net = new Exact(gross).minus(fees).minus(deducted).toFixed(2)
  const change = (lines: readonly Line[]) =>
    onChange?.(
      Object.fromEntries(
        lines.flatMap(({ amount }, row) => {
          const id = charges[row]?.chargeId
          return id === undefined || amount === undefined ? [] : [[id, amount]]
        }),
      ),
    )
  const shown = (
    key: string,
    title: string,
    cell: (charge: OpenCharge) => React.ReactNode,
    right = false,
  ): LineColumn<Line> => ({
    key,
    title,
    right,
    shown: true,
    render: (_, _set, _props, row) => cell(charges[row] as OpenCharge),
  })
  return (
    <>
      <LineGrid<Line>
        name={name}
        label={t('payoutForm.deduct')}
        errors={errors}
        sent={rows}
        numbered
        fixed
        none={t('payoutForm.nothing')}
        value={charges.map(({ chargeId }) => ({ amount: value[chargeId] }))}
        onChange={change}
        columns={[
          shown('ofNo', t('payments:column.ofNo'), ({ ofNo }) => ofNo ?? '—'),
          shown('feeItem', t('payments:column.feeItem'), ({ feeItem }) => wordFor('feeItem', feeItem, language)),
          shown('day', t('payments:column.chargeDay'), ({ day }) => day),
          shown('open', t('payments:column.open'), ({ open }) => money(open), true),
          {
            key: 'amount',
            title: t('payments:form.this'),
            right: true,
            className: styles.amount,
            render: (line, set, props) => (
              <DecimalInput
                {...props}
                variant="outlined"
                places={2}
                value={line.amount}
                onChange={(amount) => set({ amount })}
              />
            ),
          },
        ]}
        foot={{ ofNo: `${charges.length}`, amount: money(deducted) }}
      />
      <p className={styles.sum} data-off={compareDecimal(net, '0') < 0 || undefined}>
        {t('payoutForm.sum', { gross: money(gross), fees: money(fees), deducted: money(deducted) })} ={' '}
        <b>{money(net)}</b>
      </p>
    </>
  )
}
