import { figure } from '../../shared/ui/format.ts'
import styles from './Prices.module.css'

const width = 280
const height = 112
const pad = { left: 44, bottom: 18, top: 6 }

type Props = { amounts: readonly number[]; most: number; unit: string; label: string }

/** How the price grows with the quantity: where tiers break, the line jumps. */
export function Curve({ amounts, most, unit, label }: Props) {
  const top = Math.max(...amounts, 1)
  const x = (at: number) => pad.left + ((width - pad.left) * (at + 1)) / amounts.length
  const y = (amount: number) => pad.top + (height - pad.top - pad.bottom) * (1 - amount / top)
  const line = amounts
    .map((amount, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(amount).toFixed(1)}`)
    .join('')
  return (
    <svg className={styles.curve} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={`M${pad.left} ${height - pad.bottom}H${width}`} className={styles.axis} />
      <path d={line} className={styles.graph} />
      <text x={pad.left - 4} y={pad.top + 8} textAnchor="end">
        {figure(top.toFixed(0))}
      </text>
      <text x={pad.left - 4} y={height - pad.bottom} textAnchor="end">
        0
      </text>
      <text x={width} y={height - 4} textAnchor="end">
        {`${figure(String(Math.round(most * 100) / 100))} ${unit}`}
      </text>
    </svg>
  )
}
