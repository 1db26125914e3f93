import type { DashboardWaiting } from '@xunyun/contract/dashboard/calls'
import { Segmented } from 'antd'
import {
  BadgeAlert,
  Banknote,
  ChevronRight,
  Coins,
  FileCheck,
  FilePen,
  HandHelping,
  IdCard,
  Lock,
  MapPinCheck,
  PackageCheck,
  Route,
  Send,
  Stamp,
  Truck,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../shared/session/session.ts'
import { figure, weight } from '../../shared/ui/format.ts'
import { TimeAgo } from '../../shared/ui/TimeAgo.tsx'
import styles from './Panels.module.css'

const icons = {
  reviews: Stamp,
  drafts: FilePen,
  arrange: Truck,
  depart: Send,
  arrive: MapPinCheck,
  sign: PackageCheck,
  pickup: HandHelping,
  held: Lock,
  exceptions: BadgeAlert,
  papers: IdCard,
  underway: Route,
  toPay: Banknote,
  toCount: Coins,
  toIssue: FileCheck,
} as const
const urgent: readonly DashboardWaiting['kind'][] = ['exceptions', 'papers']

type Props = {
  readonly rows: readonly DashboardWaiting[]
  readonly mine: boolean
  readonly onMine: (mine: boolean) => void
}

/** What there is to do: mine, or everybody's inside my scope. A row opens the list that it counts. */
export function Waiting({ rows, mine, onMine }: Props) {
  const { t } = useTranslation('dashboard')
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={styles.panel} aria-labelledby="desk-waiting">
      <header className={styles.panelHead}>
        <h2 id="desk-waiting">{t('waiting.title')}</h2>
        <span className={styles.quiet}>{figure(total)}</span>
        {!isCustomer && (
          <Segmented
            size="small"
            className={styles.end}
            aria-label={t('waiting.whose')}
            value={mine ? 'mine' : 'all'}
            onChange={(value) => onMine(value === 'mine')}
            options={[
              { value: 'mine', label: t('waiting.mine') },
              { value: 'all', label: t('waiting.all') },
            ]}
          />
        )}
      </header>
      {rows.length === 0 && <p className={styles.nothing}>{t('waiting.none')}</p>}
      {rows.map(({ kind, count, weight: load, oldest, link }) => {
        const Icon = icons[kind]
        return (
          <Link key={kind} to={link} className={styles.row}>
            <span className={styles.icon} data-tone={urgent.includes(kind) ? 'red' : 'orange'}>
              <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
            </span>
            <span className={styles.what}>{t(`waiting.kind.${kind}`)}</span>
            <b className={styles.count}>{t(`waiting.count.${unitOf(kind)}`, { count, number: figure(count) })}</b>
            <span className={styles.load}>{load !== null && `${weight(load)} kg`}</span>
            <span className={styles.oldest}>
              {oldest && (
                <>
                  {t('waiting.oldest')} <TimeAgo at={oldest} lasts />
                </>
              )}
            </span>
            <ChevronRight size={16} strokeWidth={1.6} aria-hidden="true" className={styles.go} />
          </Link>
        )
      })}
    </section>
  )
}

const units: { readonly [kind in DashboardWaiting['kind']]?: 'trips' | 'vehicles' | 'reviews' } = {
  depart: 'trips',
  arrive: 'trips',
  papers: 'vehicles',
  reviews: 'reviews',
  toPay: 'reviews',
  toCount: 'reviews',
  toIssue: 'reviews',
}
const unitOf = (kind: DashboardWaiting['kind']) => units[kind] ?? 'waybills'
