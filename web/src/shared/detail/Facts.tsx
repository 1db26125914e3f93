import type { CSSProperties, ReactNode } from 'react'
import { orNone } from '../grid/cells.tsx'
import styles from './Detail.module.css'

export type Fact = {
  readonly label: ReactNode
  /** Nothing is said as "—". */
  readonly value: ReactNode
  /** Columns it takes. */
  readonly span?: number
}

type Props = {
  /** One that is no fact is left out: `order.remark && { … }`. */
  readonly facts: readonly (Fact | false | '' | null | undefined)[]
  readonly columns?: number
}

/** Labels over values, in a row that wraps. */
export function Facts({ facts, columns = 6 }: Props) {
  return (
    <dl className={styles.facts} style={{ '--columns': columns } as CSSProperties}>
      {facts
        .filter((fact) => !!fact)
        .map(({ label, value, span = 1 }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts of a page stand in a fixed order
          <div key={at} style={{ '--span': span } as CSSProperties}>
            <dt>{label}</dt>
            <dd>{orNone(value)}</dd>
          </div>
        ))}
    </dl>
  )
}
