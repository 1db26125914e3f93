import { useQuery } from '@tanstack/react-query'
import { getMyWeChat, unbindMyWeChat } from '@xunyun/contract/system/wechat'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { useAction } from '../../../shared/action/useAction.ts'
import { q } from '../../../shared/api/query.ts'
import { openSession, useSession } from '../../../shared/session/session.ts'
import { fetchUserInfo } from '../../../shared/session/userInfo.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { dateTime } from '../../../shared/ui/format.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Bone } from '../../../shared/ui/Skeleton.tsx'
import styles from './Profile.module.css'

/** The WeChat that signs me in: bound, ended. Absent where WeChat is not set up and none is bound. */
export function MyWeChat() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const offered = useSession((session) => session.userInfo?.wechat ?? false)
  const hasOpenId = useSession((session) => (session.userInfo?.OpenId ?? '') !== '')
  const mine = useQuery({
    ...q(getMyWeChat, {}),
    enabled: offered || hasOpenId,
  })
  const end = useAction(unbindMyWeChat, { success: t('wechat.unbound'), refresh: [getMyWeChat.path] })
  if (!offered && !hasOpenId) return null
  const unbind = async (name: string) => {
    const title = t('wechat.unbindTitle', { name })
    if (!(await confirm({ title, text: t('wechat.unbindText'), yes: t('wechat.unbind'), danger: true }))) return
    await end.run({})
    openSession(await fetchUserInfo())
  }
  const { data } = mine
  return (
    <section className={styles.wechat}>
      <div className={styles.sectionHead}>
        <h2>{t('wechat.heading')}</h2>
        {data?.bound && (
          <Button danger loading={end.pending} onClick={() => void unbind(data.wechatName).catch(() => undefined)}>
            {t('wechat.unbind')}
          </Button>
        )}
        {data && !data.bound && <Button onClick={() => void navigate(paths.wxbind)}>{t('wechat.bind')}</Button>}
      </div>
      {mine.isError ? (
        <LoadError error={mine.error} retry={() => void mine.refetch()} />
      ) : data === undefined ? (
        <Bone height={24} />
      ) : (
        <p>
          {data.bound
            ? t('wechat.since', { name: data.wechatName, time: data.boundAt === null ? '—' : dateTime(data.boundAt) })
            : t('wechat.text')}
        </p>
      )}
    </section>
  )
}
