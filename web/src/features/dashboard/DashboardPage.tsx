import { useQuery } from '@tanstack/react-query'
import { getDashboard } from '@xunyun/contract/dashboard/calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answered } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { topEntries } from '../../shared/session/menus.ts'
import { serverNow, useSession } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { day, hour, weekday } from '../../shared/ui/format.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import styles from './Dashboard.module.css'
import { Figures } from './Figures.tsx'
import { Late } from './Late.tsx'
import { MenuCard } from './MenuCard.tsx'
import { Money } from './Money.tsx'
import { OnTimeLines } from './OnTimeLines.tsx'
import panels from './Panels.module.css'
import { PlacedCurve } from './PlacedCurve.tsx'
import { Waiting } from './Waiting.tsx'

const freshMs = 60_000

/** How today goes, what waits, what is late, and the way to every page that this person has. */
export default function DashboardPage() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const { name, userInfo, tree } = useSession()
  const { visible } = useTab()
  const [mine, setMine] = useState(false)
  const desk = useQuery({
    ...q(getDashboard, { mine }),
    // Asked before this code was here (firstQuestions.ts).
    initialData: () => answered(getDashboard, { mine }),
    // While it is looked at, it stays true.
    refetchInterval: visible ? freshMs : false,
    placeholderData: (before) => before,
  })
  const now = serverNow()
  const today = day(now)
  const greeting = hour(now) < 12 ? 'morning' : hour(now) < 18 ? 'afternoon' : 'evening'
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.greeting}>{t(`dashboard.${greeting}`, { name })}</h1>
        <dl className={styles.facts}>
          <div>
            <dt>{t('dashboard.day')}</dt>
            <dd>
              {today} {weekday(today, language)}
            </dd>
          </div>
          {userInfo?.outletName && (
            <div>
              <dt>{t('dashboard.outlet')}</dt>
              <dd>{userInfo.outletName}</dd>
            </div>
          )}
        </dl>
      </header>
      {desk.isError && !desk.data && <LoadError error={desk.error} retry={() => void desk.refetch()} />}
      {(desk.data === undefined || desk.data.figures.length > 0) && !desk.isError && (
        <Figures figures={desk.data?.figures} />
      )}
      {!desk.isError && <Money />}
      {desk.data && (
        <div className={panels.panels}>
          <Waiting rows={desk.data.waiting} mine={mine} onMine={setMine} />
          {(desk.data.curve !== null || desk.data.late.counts.length > 0) && <Late late={desk.data.late} />}
          {desk.data.curve && <PlacedCurve curve={desk.data.curve} />}
          {desk.data.lines.length > 0 && <OnTimeLines lines={desk.data.lines} />}
        </div>
      )}
      {/* Not before what stands above them: nothing jumps. */}
      {!desk.isPending && (
        <div className={styles.cards}>
          {topEntries(tree).map((top) => (
            <MenuCard key={top.item.MenuID} top={top} />
          ))}
        </div>
      )}
    </div>
  )
}
