import { wordFor } from '@xunyun/contract/dictionary'
import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/useLanguage.ts'
import { dotted, figure } from '../ui/format.ts'
import styles from './ScanFrame.module.css'

type GoodsProps = {
  readonly name: ReactNode
  readonly no: ReactNode
  /** Batch, expiry and what else tells these goods apart; parts that are missing are left out. */
  readonly what?: readonly (string | false | null | undefined)[]
  /** How many; left out where they are not counted. */
  readonly qty?: ReactNode
  readonly of?: string
  readonly unit: string
  /** Not so many may go. */
  readonly isStopped?: boolean
  readonly children?: ReactNode
}

/** The goods in hand: what they are, and how many of how many. */
export function GoodsCard({ name, no, what, qty, of, unit, isStopped, children }: GoodsProps) {
  const language = useLanguage()
  return (
    <section className={styles.card}>
      <div className={styles.title}>
        <b>{name}</b>
        <span>{no}</span>
      </div>
      {what && <div className={styles.what}>{dotted(...what)}</div>}
      {qty !== undefined && (
        <div className={styles.big} data-stopped={isStopped || undefined}>
          {qty}
          <small>
            {of !== undefined && `/ ${figure(of)} `}
            {wordFor('unit', unit, language)}
          </small>
        </div>
      )}
      {children}
    </section>
  )
}

type TargetProps = {
  readonly label: string
  readonly code: string | null | undefined
  readonly isThere?: boolean
  readonly children?: ReactNode
}

/** Characters that fit a phone's width at the full size: places do, numbers of documents do not. */
const longest = 11

/** A location that the person goes to next, or what a device is bound to: to be read from afar. */
export const TargetCard = ({ label, code, isThere, children }: TargetProps) => (
  <section className={styles.card}>
    <span className={styles.quiet}>{label}</span>
    <div
      className={styles.big}
      data-there={isThere || undefined}
      data-long={(code ?? '').length > longest || undefined}
    >
      {code ?? '—'}
    </div>
    {children}
  </section>
)

type ChipProps = {
  readonly key: string | number
  readonly title: ReactNode
  readonly label?: string
  readonly pressed?: boolean
  readonly missing?: boolean
  readonly wrong?: boolean
  readonly onTake: () => void
}

/** What is known of the goods, or can be done with them, each to be tapped; one of several with the group's name. */
export const Chips = ({
  label,
  chips,
  children,
}: {
  label?: string
  chips: readonly ChipProps[]
  children?: ReactNode
}) => (
  <fieldset className={styles.chips} aria-label={label}>
    {chips.map(({ key, title, label: name, pressed, missing, wrong, onTake }) => (
      <button
        key={key}
        type="button"
        className={styles.chip}
        aria-label={name}
        aria-pressed={pressed}
        data-missing={missing || undefined}
        data-wrong={wrong || undefined}
        onClick={onTake}
      >
        {title}
      </button>
    ))}
    {children}
  </fieldset>
)
