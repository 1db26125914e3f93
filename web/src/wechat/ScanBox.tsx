import type { WeChatPurpose } from '@xunyun/contract/system/wechat'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { frameAddress, isInsideWeChat } from './scan.ts'
import type { Scan } from './useScan.ts'
import styles from './wechat.module.css'

type Props = { readonly purpose: WeChatPurpose; readonly scan: Scan; readonly children?: ReactNode }

/** WeChat's code in a frame, how long it holds, and the ways round it: a new one, and WeChat's own page. */
export function ScanBox({ purpose, scan, children }: Props) {
  const { t } = useTranslation('login')
  const { begun, left, error, renew } = scan
  if (isInsideWeChat())
    return (
      <div className={styles.inside}>
        {error !== null && <p role="alert">{error}</p>}
        <button
          type="button"
          className={styles.primary}
          aria-disabled={begun === null}
          onClick={() => (begun ? location.assign(begun.address) : renew())}
        >
          {t(purpose === 'login' ? 'wechat.inside' : 'wechat.insideBind')}
        </button>
        {children}
      </div>
    )
  const time =
    left >= 60
      ? t('wechat.minutes', { minutes: Math.floor(left / 60), seconds: left % 60 })
      : t('wechat.seconds', { seconds: left })
  const expired = begun !== null && left === 0
  return (
    <div className={styles.box}>
      <div className={styles.code}>
        {error !== null ? (
          <p role="alert">
            {t('wechat.noCode')}
            <br />
            {error}
          </p>
        ) : expired ? (
          <p role="alert">{t('wechat.expired')}</p>
        ) : (
          begun && (
            <iframe
              key={begun.state}
              title={t('wechat.qr')}
              src={frameAddress(begun.address)}
              // Its script sends the whole window back; without the word Chrome asks for a click first.
              sandbox="allow-scripts allow-same-origin allow-top-navigation"
            />
          )
        )}
      </div>
      <div className={styles.words}>
        <strong>{t('wechat.scan')}</strong>
        <span>{t('wechat.confirm')}</span>
        <small role="timer">{begun && !expired && error === null ? t('wechat.left', { time }) : '\u00a0'}</small>
        <button type="button" className={styles.link} onClick={renew}>
          <RefreshCw size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('wechat.renew')}
        </button>
        {begun && !expired && (
          <a className={styles.link} href={begun.address}>
            {t('wechat.page')}
          </a>
        )}
        {children}
      </div>
    </div>
  )
}
