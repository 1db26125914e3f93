import { useQuery, useQueryClient } from '@tanstack/react-query'
import { confirmMyPassword } from '@xunyun/contract/system/calls'
import { getMyWeChat } from '@xunyun/contract/system/wechat'
import { Button, Input } from 'antd'
import { BadgeCheck, QrCode } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useAction } from '../../shared/action/useAction.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { fieldMessages } from '../../shared/api/fieldErrors.ts'
import { q } from '../../shared/api/query.ts'
import { openSession, useSession } from '../../shared/session/session.ts'
import { fetchUserInfo } from '../../shared/session/userInfo.ts'
import { LoadError, Notice } from '../../shared/ui/Notice.tsx'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import { ScanBox } from '../../wechat/ScanBox.tsx'
import { useScan } from '../../wechat/useScan.ts'
import styles from './pages.module.css'

const pollMs = 2000

/** /Wxbind: binds my WeChat once (SE-10). Those bound already are told to which, and where to end that. */
export default function Wxbind() {
  const { t } = useTranslation('shell')
  const offered = useSession((session) => session.userInfo?.wechat ?? false)
  const bound = useSession((session) => (session.userInfo?.OpenId ?? '') !== '')
  return (
    <div className={styles.page}>
      {bound ? (
        <Bound />
      ) : offered ? (
        <Scanning />
      ) : (
        <Notice
          icon={<QrCode size={28} strokeWidth={1.25} />}
          title={<h1 className={styles.title}>{t('wechat.off')}</h1>}
          text={t('wechat.offText')}
        >
          <Home />
        </Notice>
      )}
    </div>
  )
}

/** WeChat sends this window on; a scan that ends in another window is noticed by asking. */
function Scanning() {
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const scan = useScan('bind')
  const state = scan.begun?.state
  const mine = useQuery({
    ...q(getMyWeChat, { state }),
    enabled: state !== undefined,
    refetchInterval: pollMs,
    staleTime: 0,
  })
  const isBound = mine.data?.bound ?? false
  useEffect(() => {
    if (!isBound) return
    void client.invalidateQueries({ queryKey: [getMyWeChat.path] })
    // The menu loses its entry, and this page becomes the other one.
    fetchUserInfo()
      .then(openSession)
      .catch(() => undefined)
  }, [isBound, client])
  if (scan.needsPassword && !isBound) return <GivePassword onDone={scan.renew} />
  const at = isBound ? 'bound' : mine.data?.scan === 'scanned' ? 'scanned' : 'waiting'
  return (
    <div className={styles.scan}>
      <h1 className={styles.title}>{t('wechat.title')}</h1>
      <p>{t('wechat.text')}</p>
      <div role="status">
        <StateTag tone={at === 'bound' ? 'green' : at === 'scanned' ? 'blue' : 'orange'}>
          {t(`wechat.state.${at}`)}
        </StateTag>
      </div>
      <ScanBox purpose="bind" scan={scan} />
    </div>
  )
}

/** A session may be somebody else's by now: whoever binds a phone to the account gives its password first. */
function GivePassword({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('shell')
  const give = useAction(confirmMyPassword)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = async () => {
    if (password === '') return setWrong(t('wechat.passwordMissing'))
    try {
      await give.run({ PSD: password }, { quiet: true })
      onDone()
    } catch (error) {
      setWrong(
        error instanceof ApiError ? ((await fieldMessages(error))[0]?.errors[0] ?? error.message) : String(error),
      )
    }
  }
  return (
    <form
      className={styles.scan}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1 className={styles.title}>{t('wechat.title')}</h1>
      <p>{t('wechat.passwordText')}</p>
      <label className="visually-hidden" htmlFor="bind-password">
        {t('wechat.password')}
      </label>
      <Input.Password
        id="bind-password"
        className={styles.password}
        autoFocus
        autoComplete="current-password"
        placeholder={t('wechat.password')}
        value={password}
        status={wrong ? 'error' : undefined}
        aria-invalid={wrong !== null}
        aria-describedby="bind-password-wrong"
        onChange={(event) => {
          setPassword(event.target.value)
          setWrong(null)
        }}
      />
      <span id="bind-password-wrong" role="alert" className={styles.wrong}>
        {wrong}
      </span>
      <Button type="primary" htmlType="submit" loading={give.pending}>
        {t('wechat.passwordNext')}
      </Button>
    </form>
  )
}

function Bound() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const mine = useQuery(q(getMyWeChat, {}))
  if (mine.isError) return <LoadError error={mine.error} retry={() => void mine.refetch()} />
  const { account = '', wechatName = '' } = mine.data ?? {}
  return (
    <Notice
      icon={<BadgeCheck size={28} strokeWidth={1.25} />}
      title={<h1 className={styles.title}>{t('wechat.state.bound')}</h1>}
      text={mine.data ? t('wechat.boundTo', { account, name: wechatName }) : '\u00a0'}
    >
      <Button onClick={() => void navigate(`${pathTo('profile')}?view=security`)}>{t('wechat.profile')}</Button>
      <Home />
    </Notice>
  )
}

function Home() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  return (
    <Button type="primary" onClick={() => void navigate(pathTo('dashboard'))}>
      {t('home')}
    </Button>
  )
}
