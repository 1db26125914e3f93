import { Dropdown } from 'antd'
import { ChevronDown, KeyRound, LogOut, QrCode, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths, pathTo } from '../../paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { signOutAsking } from '../tabs/leave.ts'
import { Avatar } from './Avatar.tsx'
import styles from './TopBar.module.css'

const ChangePassword = lazy(() => import('../password/ChangePassword.tsx'))

/** SH-14: my account, bind WeChat (until it is bound), change password, sign out. */
export function UserMenu() {
  const { t } = useTranslation('shell')
  const { name, userInfo } = useSession()
  const navigate = useNavigate()
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            {
              key: 'who',
              type: 'group',
              label: (
                <span className={styles.who}>
                  {userInfo?.LOGNAME}
                  {userInfo?.outletName && ` · ${userInfo.outletName}`}
                </span>
              ),
            },
            {
              key: 'profile',
              icon: <UserRound size={14} strokeWidth={1.75} />,
              label: t('user.profile'),
              onClick: () => void navigate(pathTo('profile')),
            },
            ...(userInfo?.wechat && userInfo.OpenId === ''
              ? [
                  {
                    key: 'wechat',
                    icon: <QrCode size={14} strokeWidth={1.75} />,
                    label: t('wechat.bind'),
                    onClick: () => void navigate(paths.wxbind),
                  },
                ]
              : []),
            {
              key: 'password',
              icon: <KeyRound size={14} strokeWidth={1.75} />,
              label: t('user.changePassword'),
              onClick: () => setChanging(true),
            },
            { type: 'divider' },
            {
              key: 'signOut',
              icon: <LogOut size={14} strokeWidth={1.75} />,
              label: t('user.signOut'),
              onClick: () => void signOutAsking(),
            },
          ],
        }}
      >
        <button type="button" className={styles.user}>
          <Avatar />
          <span className={styles.name}>{name}</span>
          <ChevronDown size={14} strokeWidth={1.75} className={styles.faint} />
        </button>
      </Dropdown>
      {changing && (
        <Suspense>
          <ChangePassword onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  )
}
