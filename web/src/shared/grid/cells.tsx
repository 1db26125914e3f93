import type { ReactNode } from 'react'
import { serverNow } from '../session/session.ts'
import { clock, dateTime, day, exactTime, figure } from '../ui/format.ts'
import styles from './Cells.module.css'

const isZero = (value: string | number): boolean => /^-?0*(\.0*)?$/.test(String(value))

/** None "—" and zero faint, negative red with a true minus. */
export function Figure({ value, places }: { value: string | number | null | undefined; places?: number }) {
  if (value === null || value === undefined || value === '') return <None />
  const kind = isZero(value) ? 'zero' : String(value).startsWith('-') ? 'negative' : undefined
  return (
    <span className={styles.figure} data-kind={kind}>
      {figure(value, places)}
    </span>
  )
}

export function None() {
  return <span className={styles.none}>—</span>
}

export const orNone = (value: ReactNode): ReactNode =>
  value === null || value === undefined || value === '' ? <None /> : value

/** 2026-11-20 14:05; short: 14:05 of today, 11-20 of this year. */
export function Moment({ at, short }: { at: string | null; short: boolean }) {
  if (at === null) return <None />
  return (
    <time dateTime={at} title={exactTime(at)}>
      {short ? shortTime(at, day(serverNow())) : dateTime(at)}
    </time>
  )
}

export function shortTime(at: string, today: string): string {
  const date = day(at)
  if (date === today) return clock(at)
  return date.slice(0, 4) === today.slice(0, 4) ? date.slice(5) : date
}

/** Pieces in the state, of all: a count and a bar, on columns of their own. */
export function Part({ done, of, bar }: { done: number; of: number; bar: boolean }) {
  return (
    <>
      <span className={styles.count}>
        {done}/{of}
      </span>
      {bar && (
        <span className={styles.bar} aria-hidden="true">
          <i style={{ width: `${(100 * done) / of}%` }} />
        </span>
      )}
    </>
  )
}
