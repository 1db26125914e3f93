import { languages } from '@xunyun/contract/pages'
import { Button, Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useSession } from '../../shared/session/session.ts'
import { signOutAsking } from '../tabs/leave.ts'
import { Avatar } from '../top/Avatar.tsx'
import styles from './PhoneShell.module.css'

const ChangePassword = lazy(() => import('../password/ChangePassword.tsx'))

/** What the user dropdown holds on a wide window. */
export function Mine({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const language = useLanguage()
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
      <Segmented
        block
        aria-label={t('common:language')}
        value={language}
        onChange={(chosen) => void switchLanguage(chosen)}
        options={languages.map((value) => ({ value, label: t(`common:language.${value}`) }))}
      />
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
