import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths, pathTo } from '../../paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { openPalette } from '../palette/open.ts'
import { showSettings } from '../settings/open.ts'
import { signOutAsking } from '../tabs/leave.ts'
import { Avatar } from '../top/Avatar.tsx'
import styles from './PhoneShell.module.css'

const ChangePassword = lazy(() => import('../password/ChangePassword.tsx'))

/** What the user dropdown holds on a wide window. */
export function Mine({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { name, userInfo } = useSession()
  const [changing, setChanging] = useState(false)
  return (
    <div className={styles.mine}>
      <div className={styles.me}>
        <Avatar />
        <div>
          <div className={styles.myName}>{name}</div>
          <div className={styles.myAccount}>
            {userInfo?.LOGNAME}
            {userInfo?.outletName && ` · ${userInfo.outletName}`}
          </div>
        </div>
      </div>
      <Button
        block
        onClick={() => {
          onDone()
          void navigate(pathTo('profile'))
        }}
      >
        {t('user.profile')}
      </Button>
      <Button
        block
        onClick={() => {
          onDone()
          openPalette()
        }}
      >
        {t('palette')}
      </Button>
      <Button
        block
        onClick={() => {
          onDone()
          showSettings()
        }}
      >
        {t('settings')}
      </Button>
      {userInfo?.wechat && userInfo.OpenId === '' && (
        <Button
          block
          onClick={() => {
            onDone()
            void navigate(paths.wxbind)
          }}
        >
          {t('wechat.bind')}
        </Button>
      )}
      <Button block onClick={() => setChanging(true)}>
        {t('user.changePassword')}
      </Button>
      <Button
        block
        danger
        onClick={() => {
          onDone()
          void signOutAsking()
        }}
      >
        {t('user.signOut')}
      </Button>
      {changing && (
        <Suspense>
          <ChangePassword onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </div>
  )
}
