import { useTranslation } from 'react-i18next'
import type { TextKey } from '../i18n/textKey.ts'
import { serverNow } from '../session/session.ts'
import { day } from '../ui/format.ts'
import styles from './Cells.module.css'
import { None } from './cells.tsx'
import type { Column } from './types.ts'

/** Papers are warned of so many days before they end. */
const warnDays = 30

const daysUntil = (end: string, today: string): number => (Date.parse(end) - Date.parse(today)) / 86_400_000

/** A day on which something ends: orange when it is near, red when it is over; in words on hover. */
export function Expiry({ end, label }: { end: string | null; label?: string }) {
  const { t } = useTranslation('ui')
  if (end === null) return <None />
  const left = daysUntil(end, day(serverNow()))
  const tone = left < 0 ? 'red' : left <= warnDays ? 'orange' : undefined
  const said = left < 0 ? t('expiry.over', { count: -left }) : t('expiry.left', { count: left })
  return (
    <span className={styles.expiry} data-tone={tone} title={label ? `${label} · ${said}` : said}>
      {end}
    </span>
  )
}

/** The column of such a day: of the row's field, as YYYY-MM-DD. */
export const expiryColumn = <R,>(
  key: keyof R & string,
  title: TextKey,
  options: Partial<Omit<Column<R>, 'key' | 'title' | 'render' | 'text'>> = {},
): Column<R> => {
  const of = (row: R) => row[key] as string | null
  return { key, title, width: 104, ...options, render: (row) => <Expiry end={of(row)} />, text: (row) => of(row) ?? '' }
}
