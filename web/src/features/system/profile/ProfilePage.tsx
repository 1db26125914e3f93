import { useQuery } from '@tanstack/react-query'
import { getMyProfile } from '@xunyun/contract/system/profile'
import { Button } from 'antd'
import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { q } from '../../../shared/api/query.ts'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Preferences } from '../../../shared/ui/Preferences.tsx'
import { PageSkeleton } from '../../../shared/ui/Skeleton.tsx'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { signOutAsking } from '../../../shell/tabs/leave.ts'
import { Avatar } from '../../../shell/top/Avatar.tsx'
import { MyData } from './MyData.tsx'
import { MyScope } from './MyScope.tsx'
import { MySecurity } from './MySecurity.tsx'
import styles from './Profile.module.css'

const views = ['data', 'security', 'scope', 'preferences'] as const
type View = (typeof views)[number]

/** My own account: what others see of me, how I sign in, what I may see, how I want it to look (RT-06). */
export default function ProfilePage() {
  const { t } = useTranslation('shell')
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('view')
  const view: View = views.find((name) => name === asked) ?? 'data'
  const profile = useQuery(q(getMyProfile, {}))
  const { data } = profile
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Avatar large />
        <div className={styles.who}>
          <h1>{data?.UNAME ?? '\u00a0'}</h1>
          <p>{data ? [data.LOGNAME, data.outletName].filter(Boolean).join(' · ') : '\u00a0'}</p>
        </div>
      </header>
      <StateTabs
        label={t('user.profile')}
        value={view}
        onChange={(next) =>
          void navigate(`${pathTo('profile')}${next === 'data' ? '' : `?view=${next}`}`, { replace: true })
        }
        tabs={views.map((name) => ({ value: name, label: t(`profile.${name}`) }))}
      />
      <div className={styles.body} role="tabpanel" aria-label={t(`profile.${view}`)}>
        {view === 'security' ? (
          <MySecurity />
        ) : view === 'preferences' ? (
          <div className={styles.narrow}>
            <Preferences />
          </div>
        ) : profile.isError ? (
          <LoadError error={profile.error} retry={() => void profile.refetch()} />
        ) : data === undefined ? (
          <PageSkeleton />
        ) : view === 'scope' ? (
          <MyScope profile={data} />
        ) : (
          <MyData profile={data} />
        )}
      </div>
      {isPhone && (
        <div className={styles.thumb}>
          <Button block danger icon={<LogOut size={16} strokeWidth={1.75} />} onClick={() => void signOutAsking()}>
            {t('user.signOut')}
          </Button>
        </div>
      )}
    </div>
  )
}
