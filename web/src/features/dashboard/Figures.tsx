import type { DashboardFigure } from '@xunyun/contract/dashboard/calls'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { figure } from '../../shared/ui/format.ts'
import { Bone } from '../../shared/ui/Skeleton.tsx'
import styles from './Panels.module.css'

/** More of these is no good news. */
const bad: readonly DashboardFigure['key'][] = ['exceptions']

/** Today in numbers, each against yesterday and with the week as a line; each opens the list behind it. */
export function Figures({ figures }: { figures: readonly DashboardFigure[] | undefined }) {
  const { t } = useTranslation('dashboard')
  return (
    <section className={styles.figures} aria-label={t('figures')} aria-busy={figures === undefined}>
      {figures === undefined
        ? Array.from({ length: 6 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places of what is to come
            <div key={at} className={styles.figure}>
              <Bone width="60%" />
              <Bone width="40%" />
            </div>
          ))
        : figures.map((one) => <Figure key={one.key} one={one} />)}
    </section>
  )
}

function Figure({ one }: { one: DashboardFigure }) {
  const { t } = useTranslation('dashboard')
  const isRate = one.key === 'onTime'
  const say = (value: string | null) => (value === null ? '—' : isRate ? `${value}%` : figure(value))
  return (
    <Link to={one.link} className={styles.figure}>
      <span className={styles.label}>{t(`figure.${one.key}`)}</span>
      <b className={styles.value}>{say(one.today)}</b>
      <span className={styles.before}>{t('yesterday', { value: say(one.yesterday) })}</span>
      <span className={styles.change} data-tone={toneOf(one)}>
        {changeOf(one)}
      </span>
      <Spark days={one.days} />
    </Link>
  )
}

function changeOf({ key, today, yesterday }: DashboardFigure): string {
  if (today === null || yesterday === null) return ''
  const [now, before] = [Number(today), Number(yesterday)]
  const sign = (value: number) => (value > 0 ? '+' : value < 0 ? '−' : '±')
  if (key === 'onTime') return `${sign(now - before)}${Math.abs(now - before).toFixed(1)}`
  if (before === 0) return ''
  const share = ((now - before) / before) * 100
  return `${sign(share)}${Math.abs(share).toFixed(1)}%`
}

function toneOf({ key, today, yesterday }: DashboardFigure): 'green' | 'red' | undefined {
  if (today === null || yesterday === null || Number(today) === Number(yesterday)) return undefined
  return Number(today) > Number(yesterday) === !bad.includes(key) ? 'green' : 'red'
}

const width = 64
const height = 24

/** The week as a line, without axes: only its shape. */
function Spark({ days }: { days: readonly (number | null)[] }) {
  const values = days.map((value) => value ?? 0)
  const most = Math.max(...values)
  const least = Math.min(...values)
  const at = (value: number, index: number) => ({
    x: 2 + (index / Math.max(1, values.length - 1)) * (width - 4),
    y: height - 3 - ((value - least) / Math.max(1, most - least)) * (height - 6),
  })
  const points = values.map(at)
  const last = points.at(-1)
  return (
    <svg className={styles.spark} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {last && <circle cx={last.x} cy={last.y} r="2" />}
    </svg>
  )
}
