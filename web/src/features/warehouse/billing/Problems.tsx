import { wordFor } from '@xunyun/contract/dictionary'
import type { BillingProblem, UnpricedStock } from '@xunyun/contract/warehouse/billing/quotations'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../shared/ui/format.ts'
import styles from './Billing.module.css'

/** Goods that a charge left out for want of their size: whose, which, why, since when. */
export function Problems({ problems }: { problems: readonly BillingProblem[] }) {
  const { t } = useTranslation('warehouse/billing')
  const language = useLanguage()
  if (problems.length === 0) return null
  return (
    <section className={styles.problems} aria-label={t('problem.title')}>
      <h3 className={styles.title}>{t('problem.title')}</h3>
      <p className={styles.quiet}>{t('problem.hint')}</p>
      <ul>
        {problems.map((problem) => (
          <li
            key={`${problem.itemId} ${problem.locationCode} ${problem.feeItem} ${problem.warehouseName} ${problem.reason}`}
          >
            <b>{problem.itemNo}</b> {problem.itemName} · {problem.ownerName} · {problem.warehouseName}
            {problem.locationCode !== null && ` · ${problem.locationCode}`}
            <small>
              {wordFor('billingProblem', problem.reason, language)} · {wordFor('feeItem', problem.feeItem, language)} ·{' '}
              {problem.firstDay === problem.lastDay ? problem.lastDay : `${problem.firstDay} — ${problem.lastDay}`} ·{' '}
              {t('problem.qty', { qty: figure(problem.qty) })}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Stock that nothing is charged for, because no quotation holds for its owner there: whose, where, how long, how much. */
export function Unpriced({ stock }: { stock: readonly UnpricedStock[] }) {
  const { t } = useTranslation('warehouse/billing')
  if (stock.length === 0) return null
  return (
    <section className={styles.problems} aria-label={t('unpriced.title')}>
      <h3 className={styles.title}>{t('unpriced.title')}</h3>
      <p className={styles.quiet}>{t('unpriced.hint')}</p>
      <ul>
        {stock.map((row) => (
          <li key={`${row.ownerId} ${row.warehouseId}`}>
            <b>{row.ownerName}</b> · {row.warehouseName}
            <small>
              {t('unpriced.days', { days: row.days })} ·{' '}
              {row.firstDay === row.lastDay ? row.lastDay : `${row.firstDay} — ${row.lastDay}`} ·{' '}
              {t('unpriced.stock', { items: row.items, qty: figure(row.qty) })}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
