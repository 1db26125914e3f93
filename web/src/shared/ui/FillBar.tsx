import styles from './FillBar.module.css'
import { figure } from './format.ts'

/** Near its limit from here on. */
const nearlyFull = 90
export const toneOfFill = (percent: number): 'blue' | 'orange' | 'red' =>
  percent > 100 ? 'red' : percent >= nearlyFull ? 'orange' : 'blue'

/** How full a place is, in percent with its bar: orange near the limit, red over it. */
export function FillBar({
  percent,
  plain = false,
  card = false,
}: {
  percent: number
  plain?: boolean
  card?: boolean
}) {
  return (
    <span className={styles.used} data-tone={plain ? 'blue' : toneOfFill(percent)}>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${Math.min(percent, 100)}%` }} />
      </span>
      <b>
        {figure(percent)}
        {/* A card has no head that says it. */}
        {card && '%'}
      </b>
    </span>
  )
}
