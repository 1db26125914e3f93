import { useTranslation } from 'react-i18next'
import styles from './login.module.css'

type Side = 'left' | 'right' | 'above' | 'below'

/** Positions on a 640 × 900 sheet: not a map to measure by, but true to who lies where. */
const cities = {
  jinan: [332, 120, 'right'],
  zhengzhou: [136, 188, 'left'],
  nanjing: [352, 315, 'right'],
  hefei: [256, 348, 'left'],
  suzhou: [464, 364, 'right'],
  shanghai: [520, 392, 'right'],
  wuhan: [120, 436, 'left'],
  hangzhou: [392, 468, 'left'],
  ningbo: [524, 500, 'right'],
  jinhua: [380, 572, 'right'],
  nanchang: [212, 564, 'above'],
  changsha: [72, 600, 'below'],
  wenzhou: [476, 632, 'right'],
  fuzhou: [420, 764, 'left'],
  guangzhou: [136, 812, 'left'],
} as const satisfies Record<string, readonly [number, number, Side]>
type City = keyof typeof cities

const lines: readonly (readonly [City, City])[] = [
  ['jinan', 'nanjing'],
  ['zhengzhou', 'hefei'],
  ['hefei', 'nanjing'],
  ['hefei', 'wuhan'],
  ['nanjing', 'suzhou'],
  ['suzhou', 'shanghai'],
  ['suzhou', 'hangzhou'],
  ['hangzhou', 'jinhua'],
  ['nanchang', 'changsha'],
  ['jinhua', 'wenzhou'],
  ['wenzhou', 'fuzhou'],
]

/** Lines with a vehicle under way, and the seconds of one trip. */
const trips: readonly (readonly [City, City, number])[] = [
  ['hangzhou', 'shanghai', 14],
  ['hangzhou', 'ningbo', 11],
  ['jinhua', 'nanchang', 16],
  ['nanchang', 'guangzhou', 22],
]

const labelAt: Readonly<Record<Side, { dx: number; dy: number; anchor: 'start' | 'middle' | 'end' }>> = {
  left: { dx: -15, dy: 5, anchor: 'end' },
  right: { dx: 14, dy: 5, anchor: 'start' },
  above: { dx: -14, dy: -11, anchor: 'end' },
  below: { dx: 0, dy: 24, anchor: 'middle' },
}

/** The network of lines beside the login: drawn, so that nothing is fetched for it. */
export function LineMap() {
  const { t } = useTranslation('login')
  const at = (city: City) => ({ x: cities[city][0], y: cities[city][1] })
  return (
    <svg viewBox="0 0 640 900" preserveAspectRatio="xMidYMid slice" className={styles.map} aria-hidden="true">
      <pattern id="grid" width="24" height="24" patternUnits="userSpaceOnUse">
        <circle cx="12" cy="12" r="0.75" className={styles.speck} />
      </pattern>
      <rect width="640" height="900" fill="url(#grid)" />
      {lines.map(([from, to]) => (
        <line key={from + to} x1={at(from).x} y1={at(from).y} x2={at(to).x} y2={at(to).y} className={styles.line} />
      ))}
      {trips.map(([from, to, seconds]) => (
        <g key={from + to}>
          <line x1={at(from).x} y1={at(from).y} x2={at(to).x} y2={at(to).y} className={styles.trip} />
          <g
            className={styles.vehicle}
            style={{
              offsetPath: `path("M${at(from).x} ${at(from).y}L${at(to).x} ${at(to).y}")`,
              animationDuration: `${seconds}s`,
              // Under way already when the page opens.
              animationDelay: `${-seconds / 2}s`,
            }}
          >
            <circle r="8" className={styles.halo} />
            <circle r="3.5" className={styles.dot} />
          </g>
        </g>
      ))}
      {(Object.keys(cities) as City[]).map((city) => {
        const [x, y, side] = cities[city]
        const { dx, dy, anchor } = labelAt[side]
        const home = city === 'hangzhou'
        return (
          <g key={city}>
            <circle cx={x} cy={y} r={home ? 8 : 5.5} className={home ? styles.home : styles.city} />
            <text
              x={x + dx - (home ? 4 : 0)}
              y={y + dy}
              textAnchor={anchor}
              className={home ? styles.homeName : styles.cityName}
            >
              {t(`city.${city}`)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
