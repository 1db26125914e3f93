import { compareDecimal, compareTyped } from '@xunyun/contract/kernel/decimal'
import { figure, money } from '../../../shared/ui/format.ts'
import { besideMean } from './costRows.ts'
import styles from './Trips.module.css'

/** The mean, and beside it how much more or less this is, in yuan and per cent. */
export function BesideMean({ amount, mean }: { amount: string; mean: string }) {
  const beside = besideMean(amount, mean)
  const more = beside !== null && compareDecimal(beside.difference, '0') > 0
  return (
    <span className={styles.mean}>
      {money(mean)}
      {beside && compareTyped(amount, '0') !== 0 && (
        <small data-tone={more ? 'orange' : 'green'}>
          {more && '+'}
          {money(beside.difference)} ({more && '+'}
          {figure(beside.rate)} %)
        </small>
      )}
    </span>
  )
}
