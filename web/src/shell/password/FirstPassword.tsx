import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { signOut } from '../../shared/session/signOut.ts'
import { Logo } from '../../shared/ui/Logo.tsx'
import { pageTitle } from '../../shared/ui/product.ts'
import { LanguageMenu } from '../top/LanguageMenu.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './password.module.css'

/** First login with a password that somebody else set: nothing else is reachable before it is changed. */
export default function FirstPassword() {
  const { t } = useTranslation('shell')
  const title = t('password.firstTitle')
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Logo />
        <LanguageMenu />
      </header>
      <main className={styles.panel}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{t('password.firstText')}</p>
        <PasswordForm name="first-password">
          {(submit) => (
            <div className={styles.foot}>
              <Button type="text" onClick={() => void signOut()}>
                {t('user.signOut')}
              </Button>
              <span className={styles.hint} />
              {submit}
            </div>
          )}
        </PasswordForm>
      </main>
    </div>
  )
}
