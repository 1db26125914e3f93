import { type ArrangementCosts, itemOfPart, type PayPart, payParts } from '@xunyun/contract/costs/lines'
import { entriesOf, wordFor } from '@xunyun/contract/dictionary'
import { compareTyped } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../../shared/form/Choice.tsx'
import { DecimalInput } from '../../../shared/form/inputs.tsx'
import { type LineColumn, LineGrid } from '../../../shared/form/LineGrid.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { figure, money } from '../../../shared/ui/format.ts'
import { ApplicationOf } from './ApplicationOf.tsx'
import { CostAmount } from './CostAmount.tsx'
import { type CostRow, isHeld, itemsFor, signedOf, totalOf, usualPayee } from './costRows.ts'
import { PayeeSelect } from './PayeeSelect.tsx'
import styles from './Trips.module.css'

type Props = {
  readonly costs: ArrangementCosts
  readonly value?: readonly CostRow[]
  readonly onChange?: (rows: readonly CostRow[]) => void
}

/** One cost line a row; what an application holds is only shown, with its number. */
export function CostGrid({ costs, value = [], onChange }: Props) {
  const { t } = useTranslation(['tripCosts', 'costs'])
  const language = useLanguage()
  const enabled = entriesOf('feeItem').flatMap(({ code, enabled }) => (enabled ? [code] : []))
  const items = itemsFor(costs.kind, enabled).map((code) => ({
    value: code,
    label: wordFor('feeItem', code, language),
  }))
  const part: LineColumn<CostRow> = {
    key: 'payPart',
    title: t('lines.part'),
    width: 100,
    render: (row, change, props) =>
      isHeld(row) ? (
        <Shown>{row.payPart && wordFor('payPart', row.payPart, language)}</Shown>
      ) : (
        <Choice
          {...props}
          placeholder={t('lines.noPart')}
          value={row.payPart}
          options={payParts.map((code) => ({ value: code, label: wordFor('payPart', code, language) }))}
          onChange={(payPart: PayPart | undefined) =>
            change({ payPart, ...(payPart ? { feeItem: itemOfPart[payPart] } : {}) })
          }
        />
      ),
  }
  const columns: LineColumn<CostRow>[] = [
    ...(costs.vehicleType === 'hired' ? [part] : []),
    {
      key: 'feeItem',
      title: t('costs:column.feeItem'),
      required: true,
      width: 108,
      also: ['id'],
      render: (row, change, props) =>
        isHeld(row) || row.payPart ? (
          <Shown>{row.feeItem && wordFor('feeItem', row.feeItem, language)}</Shown>
        ) : (
          <Choice
            {...props}
            allowClear={false}
            value={row.feeItem}
            options={items}
            onChange={(feeItem: string) => change({ feeItem })}
          />
        ),
    },
    {
      key: 'companyId',
      title: t('costs:column.payee'),
      width: 148,
      also: ['driverId'],
      render: (row, change, { 'aria-label': label, ...props }) =>
        isHeld(row) ? (
          <Shown>{row.payeeName ?? t('lines.nobody')}</Shown>
        ) : (
          <PayeeSelect
            aria-label={label}
            variant={props.variant}
            status={props.status}
            value={row}
            onChange={(payee) => change({ companyId: undefined, driverId: undefined, payeeName: undefined, ...payee })}
          />
        ),
    },
    {
      key: 'amount',
      title: t('costs:column.amount'),
      required: true,
      right: true,
      width: 108,
      render: (row, change, props) =>
        isHeld(row) ? (
          <Shown>{money(signedOf(row))}</Shown>
        ) : (
          <CostAmount {...props} row={row} onChange={(amount) => change({ amount })} />
        ),
    },
    {
      key: 'taxRate',
      title: `${t('costs:column.taxRate')} %`,
      right: true,
      width: 76,
      render: (row, change, props) =>
        isHeld(row) ? (
          <Shown>{figure(row.taxRate)}</Shown>
        ) : (
          <DecimalInput {...props} places={2} short value={row.taxRate} onChange={(taxRate) => change({ taxRate })} />
        ),
    },
    {
      key: 'state',
      title: t('costs:column.state'),
      shown: true,
      render: ({ line, amount }) =>
        line?.applicationNo && line.applicationState ? (
          <ApplicationOf no={line.applicationNo} state={line.applicationState} />
        ) : line?.priceName && compareTyped(line.quoted, amount) === 0 ? (
          <span className={styles.quiet}>{line.priceName}</span>
        ) : (
          <span className={styles.quiet}>{t(line?.gone ? 'lines.gone' : 'lines.free')}</span>
        ),
    },
  ]
  return (
    <LineGrid
      name="lines"
      label={t('lines.title')}
      cards
      columns={columns}
      value={value}
      blank={() => ({ feeItem: value.length === 0 ? items[0]?.value : undefined, ...usualPayee(costs) })}
      add={t('lines.add')}
      fixed={costs.editable ? isHeld : true}
      foot={{ feeItem: t('sums.total'), amount: money(totalOf(value)) }}
      {...(onChange ? { onChange } : {})}
    />
  )
}

/** In the place of a field. */
const Shown = ({ children }: { children: React.ReactNode }) => <span className={styles.shown}>{children || '—'}</span>
