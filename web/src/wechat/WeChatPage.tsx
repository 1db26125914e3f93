import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { currentToken } from '../shared/session/token.ts'
import { Logo } from '../shared/ui/Logo.tsx'
import { pageTitle } from '../shared/ui/product.ts'
import { toast } from '../shared/ui/toasts.ts'
import type { Outcome, Place } from './arrive.ts'
import styles from './wechat.module.css'

type Props = {
  readonly place: Place
  readonly work: Promise<Outcome>
  /** Shows another address of the product. */
  readonly go: (hash: string) => void
}

const failureToastSeconds = 5

/** /auth-redirect, /loginSuccess, /bindSuccess, /logother: what goes on, and a way back from every failure (RT-04). */
export function WeChatPage({ place, work, go }: Props) {
  const { t } = useTranslation('login')
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  useEffect(() => {
    let gone = false
    void work.then((result) => {
      if (gone) return
      if (result.kind === 'go') go(result.hash)
      else if (result.kind === 'leave') location.replace(result.address)
      else {
        if (result.kind === 'failed' && result.toast) toast.error(result.reason, { seconds: failureToastSeconds })
        setOutcome(result)
      }
    })
    return () => {
      gone = true
    }
  }, [work, go])

  const title = outcome === null ? t(`wechat.${place}`) : titleOf(outcome, t)
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])

  if (outcome === null)
    return (
      <Card
        title={title}
        text={
          place === 'verifying' ? t('wechat.verifyingText') : place === 'signedIn' ? t('wechat.signedInText') : null
        }
        icon={<LoaderCircle size={28} strokeWidth={1.25} aria-hidden="true" />}
        busy
      />
    )
  if (outcome.kind === 'failed') return <Failed outcome={outcome} title={title} go={go} />
  if (outcome.kind === 'bound') return <Bound outcome={outcome} title={title} go={go} />
  return null
}

const titleOf = (outcome: Outcome, t: ReturnType<typeof useTranslation<'login'>>['t']): string => {
  if (outcome.kind === 'failed') return t(outcome.purpose === 'login' ? 'wechat.failedLogin' : 'wechat.failedBind')
  return outcome.kind === 'bound' && !outcome.mine?.bound ? t('wechat.notLinked') : t('wechat.done')
}

type PartProps<K extends Outcome['kind']> = {
  readonly outcome: Extract<Outcome, { kind: K }>
  readonly title: string
  readonly go: (hash: string) => void
}

function Failed({ outcome, title, go }: PartProps<'failed'>) {
  const { t } = useTranslation('login')
  const signedIn = currentToken() !== null
  const binds = outcome.purpose === 'bind' && signedIn
  return (
    <Card
      title={title}
      text={outcome.reason}
      icon={<CircleAlert size={28} strokeWidth={1.25} className={styles.bad} />}
    >
      <button
        type="button"
        className={styles.primary}
        onClick={() => go(`#${binds ? paths.logOtherWeChat : paths.loginScan}`)}
      >
        {t('wechat.again')}
      </button>
      <button type="button" className={styles.plain} onClick={() => go(`#${signedIn ? paths.root : paths.login}`)}>
        {t(signedIn ? 'wechat.back' : 'wechat.byAccount')}
      </button>
    </Card>
  )
}

function Bound({ outcome: { mine }, title, go }: PartProps<'bound'>) {
  const { t } = useTranslation('login')
  const bound = mine?.bound ?? false
  return (
    <Card
      title={title}
      text={t(bound ? 'wechat.doneText' : 'wechat.notLinkedText')}
      icon={
        bound ? (
          <CircleCheck size={28} strokeWidth={1.25} className={styles.good} />
        ) : (
          <CircleAlert size={28} strokeWidth={1.25} className={styles.bad} />
        )
      }
      facts={
        mine && (
          <dl className={styles.facts}>
            <dt>{t('account')}</dt>
            <dd>{mine.account}</dd>
            {bound && (
              <>
                <dt>{t('wechat.nickname')}</dt>
                <dd>{mine.wechatName}</dd>
              </>
            )}
          </dl>
        )
      }
    >
      <button type="button" className={styles.primary} onClick={() => go(`#${mine ? paths.root : paths.login}`)}>
        {t(mine ? 'wechat.back' : 'wechat.byAccount')}
      </button>
    </Card>
  )
}

type CardProps = {
  readonly title: string
  readonly text: string | null
  readonly icon: ReactNode
  readonly facts?: ReactNode
  readonly busy?: boolean
  readonly children?: ReactNode
}

function Card({ title, text, icon, facts, busy = false, children }: CardProps) {
  return (
    <div className={styles.page}>
      <main className={styles.card} aria-busy={busy}>
        <Logo />
        <h1>
          {icon} {title}
        </h1>
        <div role={busy ? 'status' : 'alert'}>{text && <p>{text}</p>}</div>
        {facts}
        {children && <div className={styles.acts}>{children}</div>}
      </main>
    </div>
  )
}
