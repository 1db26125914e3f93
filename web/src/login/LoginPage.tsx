import { languages } from '@xunyun/contract/pages'
import { ArrowBigUp, CornerDownLeft, Eye, EyeOff, Languages, LoaderCircle, Lock, User } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '../shared/i18n/i18n.ts'
import { useLanguage } from '../shared/i18n/useLanguage.ts'
import { takeLoginDone, takeLoginNote } from '../shared/session/loginNote.ts'
import { Logo } from '../shared/ui/Logo.tsx'
import { productTitle } from '../shared/ui/product.ts'
import { toast } from '../shared/ui/toasts.ts'
import { LineMap } from './LineMap.tsx'
import styles from './login.module.css'
import { useLogin } from './useLogin.ts'
import { useWays } from './useWays.ts'

export type LoginHooks = {
  /** The password is being typed: a good moment to fetch the shell. */
  onTyping: () => void
  onSignedIn: () => void
}

const LoginScan = lazy(() => import('../wechat/LoginScan.tsx'))

export default function LoginPage({ onTyping, onSignedIn }: LoginHooks) {
  const { t } = useTranslation('login')
  const { ways, way, choose } = useWays()
  const { accountRef, passwordRef, errors, busy, wait, triesAgain, submit, forget } = useLogin(onSignedIn)
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const title = productTitle()
  const passwordError = wait > 0 ? t(triesAgain ? 'waitAgain' : 'wait', { seconds: wait }) : errors.password

  useEffect(() => {
    document.title = `${t('signIn')} - ${title}`
  }, [t, title])

  useEffect(() => {
    const note = takeLoginNote()
    if (note) toast.error(note)
    const done = takeLoginDone()
    if (done) toast.success(done)
  }, [])

  return (
    <div className={styles.page}>
      <aside className={styles.left} aria-hidden="true">
        <LineMap />
      </aside>
      <header className={styles.brand}>
        <Logo />
      </header>
      <div className={styles.right}>
        <LanguageSwitch />
        <main className={styles.main}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.claim}>{t('claim')}</p>
          {ways.length > 1 && (
            <div role="tablist" aria-label={t('ways')} className={styles.ways}>
              {ways.map((name) => (
                <button
                  key={name}
                  type="button"
                  role="tab"
                  aria-selected={way === name}
                  onClick={() => choose(name)}
                  onKeyDown={(event) => {
                    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
                    choose(name === 'account' ? 'wechat' : 'account')
                    const other = event.currentTarget.nextElementSibling ?? event.currentTarget.previousElementSibling
                    ;(other as HTMLElement | null)?.focus()
                  }}
                >
                  {t(name === 'account' ? 'byAccount' : 'byWeChat')}
                </button>
              ))}
            </div>
          )}
          {way === 'wechat' && (
            <div role="tabpanel" aria-label={t('byWeChat')} className={styles.scan}>
              <Suspense>
                <LoginScan />
              </Suspense>
            </div>
          )}
          <form
            className={styles.form}
            // What was typed waits behind the other tab.
            hidden={way === 'wechat'}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void submit()
            }}
          >
            <Field
              name="account"
              label={t('account')}
              error={errors.account}
              icon={<User size={16} strokeWidth={1.6} />}
            >
              <input
                ref={accountRef}
                id="account"
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                // biome-ignore lint/a11y/noAutofocus: the page has one purpose, and it begins here
                autoFocus
                placeholder={t('account')}
                aria-invalid={errors.account !== undefined}
                aria-describedby="account-error"
                onInput={() => forget('account')}
              />
            </Field>
            <Field
              name="password"
              label={t('password')}
              error={passwordError}
              icon={<Lock size={16} strokeWidth={1.6} />}
              hint={
                capsLock && (
                  <span className={styles.caps}>
                    <ArrowBigUp size={14} strokeWidth={1.75} />
                    {t('capsLock')}
                  </span>
                )
              }
              action={
                <button
                  type="button"
                  className={styles.eye}
                  aria-label={shown ? t('hidePassword') : t('showPassword')}
                  aria-pressed={shown}
                  onClick={() => setShown(!shown)}
                >
                  {shown ? <Eye size={16} strokeWidth={1.6} /> : <EyeOff size={16} strokeWidth={1.6} />}
                </button>
              }
            >
              <input
                ref={passwordRef}
                id="password"
                name="password"
                type={shown ? 'text' : 'password'}
                autoComplete="current-password"
                placeholder={t('password')}
                aria-invalid={passwordError !== undefined}
                aria-describedby="password-error"
                onInput={() => {
                  forget('password')
                  onTyping()
                }}
                onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
                onBlur={() => setCapsLock(false)}
              />
            </Field>
            <button type="submit" className={styles.submit} aria-disabled={busy || wait > 0} aria-busy={busy}>
              {t('signIn')}
              {busy ? (
                <LoaderCircle className={styles.turning} size={16} strokeWidth={1.75} />
              ) : (
                <CornerDownLeft size={14} strokeWidth={1.75} className={styles.enter} />
              )}
            </button>
          </form>
        </main>
        <footer className={styles.foot}>
          <span>{t('copyright', { year: new Date().getFullYear() })}</span>
          <span>{t('version', { version: import.meta.env.VITE_APP_VERSION ?? '' })}</span>
        </footer>
      </div>
    </div>
  )
}

type FieldProps = {
  name: string
  label: string
  error: string | undefined
  icon: ReactNode
  hint?: ReactNode
  action?: ReactNode
  children: ReactNode
}

function Field({ name, label, error, icon, hint, action, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label className="visually-hidden" htmlFor={name}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error !== undefined}>
        {icon}
        {children}
        {action}
      </div>
      <div className={styles.below}>
        {/* Stays in the page, so that a screen reader hears the change. */}
        <span id={`${name}-error`} role="alert" className={styles.error}>
          {error}
        </span>
        {!error && hint}
      </div>
    </div>
  )
}

function LanguageSwitch() {
  const { t } = useTranslation('common')
  const now = useLanguage()
  return (
    <nav className={styles.languages} aria-label={t('language')}>
      <Languages size={16} strokeWidth={1.6} aria-hidden="true" />
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === now}
          onClick={() => void switchLanguage(language)}
        >
          {t(`language.${language}`)}
        </button>
      ))}
    </nav>
  )
}
