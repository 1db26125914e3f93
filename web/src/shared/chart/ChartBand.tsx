import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../list/preferences.ts'
import { late } from '../ui/late.tsx'
import { useIsPhone } from '../ui/useDevice.ts'
import type { Series } from './Bars.tsx'
import styles from './ChartBand.module.css'

const Bars = late(() => import('./Bars.tsx').then((file) => file.Bars))

type Kept = Pick<Preferences, 'chart'>
type Props = {
  /** Of the list, where it is kept whether the chart is shown. */
  readonly preferences: Kept
  readonly setPreferences: (change: Kept) => void
  /** What it is a chart of; names it to a reader of the screen. */
  readonly label: string
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  /** Its figures are on their way: its room is kept. */
  readonly loading?: boolean
}

/** Is a list's chart shown? On a phone only where it was asked for. */
export function useIsCharted({ chart }: Kept): boolean {
  const isPhone = useIsPhone()
  return chart ?? !isPhone
}

/** What the list's rows say, above them as a chart; folded away when nobody wants it, and so the next time too. */
export function ChartBand({ preferences, setPreferences, label, labels, series, loading = false }: Props) {
  const { t } = useTranslation('ui')
  const shown = useIsCharted(preferences)
  const Mark = shown ? ChevronUp : ChevronDown
  return (
    <section className={styles.band} aria-label={label}>
      <header className={styles.head}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={shown}
          onClick={() => setPreferences({ chart: !shown })}
        >
          <Mark size={14} strokeWidth={1.75} aria-hidden="true" />
          {t(shown ? 'list.hideChart' : 'list.showChart')}
        </button>
        {shown &&
          labels.length > 0 &&
          series.map(({ name, colour }) => (
            <span key={name} className={styles.key}>
              <i style={{ background: `var(${colour})` }} />
              {name}
            </span>
          ))}
      </header>
      {shown && (labels.length > 0 || loading) && (
        <div className={styles.chart}>{labels.length > 0 && <Bars labels={labels} series={series} />}</div>
      )}
    </section>
  )
}
