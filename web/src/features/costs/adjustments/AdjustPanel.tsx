import { compareDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { figure, money } from '../../../shared/ui/format.ts'
import styles from '../Costs.module.css'
import { type AdjustLine, amountOf, changeOf, sumsOf } from './adjustLines.ts'
import { ReviewPath } from './ReviewPath.tsx'

/** What the lines come to, and what the one with the cursor makes of its waybill. */
export function AdjustPanel({ lines, active }: { lines: readonly AdjustLine[]; active: AdjustLine | undefined }) {
  const { t } = useTranslation('costs')
  const { more, less } = sumsOf(lines)
  const target = active?.target
  const change = active === undefined ? '0' : changeOf(lines, active)
  const turned = (now: string) => `${money(now)} → ${money(sumDecimals([now, change], 2))}`
  const { receivable = null, cost = null } = target ?? {}
  return (
    <aside className={styles.side} aria-label={t('sums.title')}>
      <dl className={styles.sums}>
        <div>
          <dt>{t('sums.count')}</dt>
          <dd>{figure(lines.length)}</dd>
        </div>
        <div>
          <dt>{t('sums.more')}</dt>
          <dd>{money(more)}</dd>
        </div>
        <div>
          <dt>{t('sums.less')}</dt>
          <dd className={compareDecimal(less, '0') < 0 ? styles.less : undefined}>{money(less)}</dd>
        </div>
      </dl>
      {active && (
        <>
          <h3 className={styles.sideTitle}>{active.target.no}</h3>
          <dl className={styles.sums}>
            {receivable !== null && (
              <div>
                <dt>{t('sums.receivable')}</dt>
                <dd data-testid="receivable">{turned(receivable)}</dd>
              </div>
            )}
            {receivable !== null && cost !== null && (
              <div>
                <dt>{t('sums.margin')}</dt>
                <dd>{turned(sumDecimals([receivable, cost === '0.00' ? '0' : `-${cost}`], 2))}</dd>
              </div>
            )}
          </dl>
          <ReviewPath amount={amountOf(active)} />
        </>
      )}
    </aside>
  )
}
