import { figure } from '../../shared/ui/format.ts'
import styles from './Dispatch.module.css'

/** Load in percent with its bar: orange above 92, red above 100. */
export function Load({ rate, unit }: { rate: string /** Where no head says what it is. */; unit?: boolean }) {
  const value = Number(rate)
  const tone = value > 100 ? 'red' : value > 92 ? 'orange' : 'blue'
  return (
    <span className={styles.load} data-tone={tone}>
      <span className={styles.bar}>
        <span style={{ width: `${Math.min(value, 100)}%` }} />
      </span>
      {figure(rate, 1)}
      {unit && '%'}
    </span>
  )
}
