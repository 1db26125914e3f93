import type { ArrangementCosts } from '@xunyun/contract/costs/lines'
import { compareDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { money } from '../../../shared/ui/format.ts'
import { BesideMean } from './BesideMean.tsx'
import { type CostRow, totalOf } from './costRows.ts'
import styles from './Trips.module.css'

/** The sums of an arrangement's costs beside what comparable ones cost, and what a carrier collects at the door. */
export function CostSums({ costs, rows }: { costs: ArrangementCosts; rows: readonly CostRow[] }) {
  const { t } = useTranslation('tripCosts')
  const { mean, toCollect, collected } = costs
  const total = totalOf(rows)
  const collects =
    costs.kind !== 'vehicle' && (compareDecimal(toCollect, '0') !== 0 || compareDecimal(collected, '0') !== 0)
  return (
    <Facts
      columns={4}
      facts={[
        { label: t('sums.total'), value: <b className={styles.total}>{money(total)}</b> },
        { label: t('sums.approved'), value: money(costs.approved) },
        { label: t('sums.pending'), value: money(costs.pending) },
        {
          label: mean ? t('mean.of', { count: mean.count }) : t('mean.title'),
          value: mean ? <BesideMean amount={total} mean={mean.amount} /> : t('mean.none'),
        },
        ...(collects
          ? [
              { label: t('collect.due'), value: money(toCollect) },
              { label: t('collect.done'), value: money(collected) },
              {
                label: t('collect.net'),
                value: money(sumDecimals([total, compareDecimal(collected, '0') === 0 ? '0' : `-${collected}`], 2)),
                span: 2,
              },
            ]
          : []),
      ]}
    />
  )
}
