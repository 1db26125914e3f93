import { useQuery } from '@tanstack/react-query'
import { type DashboardMoney, getDashboardMoney } from '@xunyun/contract/dashboard/calls'
import { compareDecimal, Exact, subtractDecimal } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { q } from '../../shared/api/query.ts'
import { useRight, useSession } from '../../shared/session/session.ts'
import { money } from '../../shared/ui/format.ts'
import { Bone } from '../../shared/ui/Skeleton.tsx'
import styles from './Panels.module.css'

const freshMs = 600_000

/** The month in money, against the one before until the same day, and what stands open; each figure opens the list behind it. */
export function Money() {
  const { t } = useTranslation('dashboard')
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const sees = {
    fees: useRight('feeList').browse,
    payments: useRight('payment').browse,
    invoices: useRight('billApplyList').browse,
    handIns: useRight('handIn').browse,
    cod: useRight('cod').browse,
    profit: useRight('profit').browse,
  }
  // As many as will come, so that nothing moves when they do.
  const coming =
    (sees.fees ? 2 : 0) +
    (sees.payments ? 2 : 0) +
    [sees.fees && sees.invoices, sees.handIns, sees.cod, sees.profit].filter(Boolean).length
  const asks = coming > 0 && !isCustomer
  const { data, isError } = useQuery({ ...q(getDashboardMoney, {}), enabled: asks, staleTime: freshMs })
  if (!asks || isError || data?.length === 0) return null
  return (
    <section
      className={`${styles.figures} ${styles.money}`}
      aria-label={t('money.title')}
      aria-busy={data === undefined}
    >
      {data === undefined &&
        Array.from({ length: coming }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places of what is to come
          <div key={at} className={styles.figure} data-money="">
            <Bone width="60%" />
            <Bone width="40%" />
          </div>
        ))}
      {data?.map((one) => (
        <Link key={one.key} to={one.link} className={styles.figure} data-money="">
          <span className={styles.label}>{t(`money.${one.key}`)}</span>
          <b className={styles.value} data-tone={isBad(one) ? 'red' : undefined}>
            {money(one.value)}
          </b>
          {one.before !== null && (
            <>
              <span className={styles.before}>{t('money.before', { value: money(one.before) })}</span>
              <span className={styles.change} data-tone={toneOf(one.key, one.value, one.before)}>
                {changeOf(one.value, one.before)}
              </span>
            </>
          )}
        </Link>
      ))}
    </section>
  )
}

/** Overdue money, and a loss. */
const isBad = ({ key, value }: DashboardMoney): boolean =>
  key === 'overdue' ? compareDecimal(value, '0') > 0 : compareDecimal(value, '0') < 0

function changeOf(now: string, before: string): string {
  if (compareDecimal(before, '0') === 0) return ''
  const share = new Exact(subtractDecimal(now, before, 2)).div(new Exact(before).abs()).times(100)
  return `${share.isNegative() ? '−' : '+'}${share.abs().toFixed(1)}%`
}
/** What stands open is better the less it is. */
const isOpen = (key: DashboardMoney['key']) => key === 'overdue' || key === 'unallocated' || key === 'toHandIn'
const toneOf = (key: DashboardMoney['key'], now: string, before: string): 'green' | 'red' | undefined => {
  const more = compareDecimal(now, before)
  return more === 0 ? undefined : more > 0 === isOpen(key) ? 'red' : 'green'
}
