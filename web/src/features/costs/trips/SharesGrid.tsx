import type { ShareMethod, ShownShare } from '@xunyun/contract/costs/lines'
import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { MoneyInput } from '../../../shared/form/inputs.tsx'
import { type LineColumn, LineGrid } from '../../../shared/form/LineGrid.tsx'
import { figure, money, volume, weight } from '../../../shared/ui/format.ts'
import { type CostRow, isNothing, sharesOf, totalOf, type Weight, weightsOf } from './costRows.ts'
import styles from './Trips.module.css'

type Props = {
  readonly shares: readonly ShownShare[]
  readonly rows: readonly CostRow[]
  readonly method: ShareMethod
  readonly frozen: boolean
  readonly value?: readonly Weight[]
  readonly onChange?: (weights: readonly Weight[]) => void
}
type Row = ShownShare & { readonly typed: string | undefined; readonly now: string }

/** A basis as its method measures it. */
const basisText: Readonly<Record<ShareMethod, (basis: string) => string>> = {
  chargeWeight: (basis) => `${weight(new Exact(basis).toFixed(3))} kg`,
  weight: (basis) => `${weight(new Exact(basis).toFixed(3))} kg`,
  volume: (basis) => `${volume(new Exact(basis).toFixed(4))} m³`,
  pieces: (basis) => figure(new Exact(basis).toFixed(0)),
  waybills: (basis) => figure(new Exact(basis).toFixed(0)),
  value: (basis) => money(new Exact(basis).toFixed(2)),
  manual: (basis) => money(new Exact(basis).toFixed(2)),
}
const minus = (from: string, amount: string) => new Exact(from).minus(amount).toFixed(2)

/** What each waybill bears of the costs as they are typed, to the cent. */
export function SharesGrid({ shares, rows, method, frozen, value = [], onChange }: Props) {
  const { t } = useTranslation(['tripCosts', 'costs'])
  const byHand = method === 'manual'
  const basis = byHand ? weightsOf(shares, value) : shares.map((one) => one.basis)
  const amounts = sharesOf(rows, basis)
  const all: Row[] = shares.map((one, at) => ({
    ...one,
    basis: basis[at] ?? '0',
    typed: value.find(({ waybillId }) => waybillId === one.waybillId)?.amount,
    now: amounts[at] ?? '0',
  }))
  const sum = (of: (row: Row) => string) => sumDecimals(all.map(of), 2)
  const total = totalOf(rows)
  const typed = sumDecimals(basis, 2)
  const change = (row: Row, amount: string | undefined) =>
    onChange?.(
      shares.map(({ waybillId }) =>
        waybillId === row.waybillId
          ? { waybillId, amount }
          : { waybillId, amount: value.find((one) => one.waybillId === waybillId)?.amount },
      ),
    )
  const columns: LineColumn<Row>[] = [
    {
      key: 'waybillNo',
      title: t('shares.waybill'),
      shown: true,
      render: ({ waybillNo }) => <Link to={pathTo('waybill', { no: waybillNo })}>{waybillNo}</Link>,
    },
    { key: 'pieces', title: t('shares.pieces'), shown: true, right: true, render: ({ pieces }) => figure(pieces) },
    byHand
      ? {
          key: 'amount',
          title: t('shares.typed'),
          right: true,
          width: 108,
          render: (row, _, props) => (
            <MoneyInput {...props} value={row.typed} onChange={(amount) => change(row, amount)} />
          ),
        }
      : {
          key: 'basis',
          title: t('shares.basis'),
          shown: true,
          right: true,
          render: (row) => basisText[method](row.basis),
        },
    { key: 'share', title: t('shares.share'), shown: true, right: true, render: ({ now }) => <b>{money(now)}</b> },
    {
      key: 'receivable',
      title: t('shares.receivable'),
      shown: true,
      right: true,
      render: ({ receivable }) => money(receivable),
    },
    { key: 'cost', title: t('shares.cost'), shown: true, right: true, render: ({ cost }) => money(cost) },
    {
      key: 'margin',
      title: t('shares.margin'),
      shown: true,
      right: true,
      render: ({ receivable, cost }) => {
        const margin = minus(receivable, cost)
        return <span className={margin.startsWith('-') ? styles.less : undefined}>{money(margin)}</span>
      },
    },
  ]
  return (
    <>
      <LineGrid
        name="weights"
        label={t('shares.title')}
        cards
        fixed
        columns={columns}
        value={all}
        none={t('shares.none')}
        foot={{
          waybillNo: t('sums.total'),
          pieces: figure(all.reduce((count, { pieces }) => count + pieces, 0)),
          amount: money(typed),
          share: money(sum(({ now }) => now)),
          receivable: money(sum(({ receivable }) => receivable)),
          cost: money(sum(({ cost }) => cost)),
          margin: money(
            minus(
              sum(({ receivable }) => receivable),
              sum(({ cost }) => cost),
            ),
          ),
        }}
      />
      <p className={styles.note} role="status">
        {isNothing(basis) && t('shares.equal')}
        {byHand && all.length > 0 && compareDecimal(typed, total) !== 0 && (
          <b className={styles.warn}>
            {t('shares.differ', { sum: money(typed), total: money(total), difference: money(minus(total, typed)) })}
          </b>
        )}
        {frozen && ` ${t('shares.frozen')}`}
      </p>
    </>
  )
}
