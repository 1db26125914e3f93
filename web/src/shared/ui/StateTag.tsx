import type { ReactNode } from 'react'
import styles from './StateTag.module.css'

/** grey not begun, void · blue moving · orange waits for a person · green done · red exception. */
export type Tone = 'grey' | 'blue' | 'orange' | 'green' | 'red'

/** A state is always a word; the colour comes second. */
export function StateTag({ tone, children, struck }: { tone: Tone; children: ReactNode; struck?: boolean }) {
  return (
    <span className={styles.tag} data-tone={tone} data-struck={struck || undefined}>
      {children}
    </span>
  )
}

/** One character in a square: urgent, held, exception. `title` says it in full. */
export function Flag({ tone, title, children }: { tone: Tone; title: string; children: string }) {
  return (
    <span className={styles.flag} data-tone={tone} title={title} role="img" aria-label={title}>
      {children}
    </span>
  )
}

export type FlagMark = { readonly tone: Tone; readonly mark: string; readonly title: string }

export const Flags = ({ of }: { of: readonly FlagMark[] }) =>
  of.map(({ mark, tone, title }) => (
    <Flag key={mark} tone={tone} title={title}>
      {mark}
    </Flag>
  ))
