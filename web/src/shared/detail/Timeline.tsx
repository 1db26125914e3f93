import type { LucideIcon } from 'lucide-react'
import { Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../session/session.ts'
import { clock, day, exactTime } from '../ui/format.ts'
import type { Tone } from '../ui/StateTag.tsx'
import styles from './Detail.module.css'

export type Change = { readonly label: ReactNode; readonly from: ReactNode; readonly to: ReactNode }

export type TimelineEntry = {
  readonly id: string | number
  readonly at: string
  readonly icon?: LucideIcon
  readonly tone?: Tone
  /** What was done, as a sentence. */
  readonly title: ReactNode
  readonly byName?: string
  readonly text?: ReactNode
  readonly changes?: readonly Change[]
  /** Before the time: the link of a hash chain. */
  readonly mark?: ReactNode
}

/** Who did what and when, latest first; what was changed is struck and stands beside its new value. */
export function Timeline({ entries, empty }: { entries: readonly TimelineEntry[]; empty?: ReactNode }) {
  const { t } = useTranslation('ui')
  if (entries.length === 0) return <p className={styles.nothing}>{empty ?? t('history.none')}</p>
  return (
    <ol className={styles.timeline}>
      {entries.map(({ icon: Icon = Circle, ...entry }) => (
        <li key={entry.id} className={styles.entry}>
          <span className={styles.entryIcon} data-tone={entry.tone ?? 'grey'} aria-hidden="true">
            <Icon size={12} strokeWidth={1.75} />
          </span>
          <div className={styles.entryHead}>
            <b>{entry.title}</b>
            <span className={styles.entryTime}>
              {entry.mark}
              <When at={entry.at} />
            </span>
          </div>
          {(entry.byName || entry.text) && (
            <div className={styles.entryText}>
              {entry.byName && <span>{entry.byName}</span>}
              {entry.text && <span>{entry.text}</span>}
            </div>
          )}
          {entry.changes?.map(({ label, from, to }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the changes of an entry never change
            <div key={at} className={styles.change}>
              <span>{label}</span>
              {from !== null && from !== '' && <del>{from}</del>}
              <ins>{to === null || to === '' ? t('form.empty') : to}</ins>
            </div>
          ))}
        </li>
      ))}
    </ol>
  )
}

/** 14:05, 昨天 14:05, 11-18 14:05; in full on hover. */
function When({ at }: { at: string }) {
  const { t } = useTranslation('ui')
  const now = serverNow()
  const date = day(at)
  const yesterday = day(new Date(now.getTime() - 86_400_000))
  const before =
    date === day(now)
      ? ''
      : date === yesterday
        ? `${t('day.yesterday')} `
        : `${date.slice(date.slice(0, 4) === day(now).slice(0, 4) ? 5 : 0)} `
  return (
    <time dateTime={at} title={exactTime(at)}>
      {before}
      {clock(at)}
    </time>
  )
}
