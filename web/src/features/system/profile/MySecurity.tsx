import { useQuery } from '@tanstack/react-query'
import { endMyOtherSessions, getMySessions, type MySession } from '@xunyun/contract/system/profile'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { q } from '../../../shared/api/query.ts'
import { deviceOf } from '../../../shared/ui/agent.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { dateTime } from '../../../shared/ui/format.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Bone } from '../../../shared/ui/Skeleton.tsx'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import { TimeAgo } from '../../../shared/ui/TimeAgo.tsx'
import { PasswordForm } from '../../../shell/password/PasswordForm.tsx'
import { MyWeChat } from './MyWeChat.tsx'
import styles from './Profile.module.css'

/** The password, and where else I am signed in. */
export function MySecurity() {
  const { t } = useTranslation('shell')
  return (
    <div className={styles.security}>
      <section className={styles.password}>
        <h2>{t('user.changePassword')}</h2>
        <p>{t('password.signsOut')}</p>
        <PasswordForm name="my-password">{(submit) => submit}</PasswordForm>
      </section>
      <div className={styles.sessions}>
        <MyWeChat />
        <Sessions />
      </div>
    </div>
  )
}

function Sessions() {
  const { t } = useTranslation('shell')
  const sessions = useQuery(q(getMySessions, {}))
  const end = useAction(endMyOtherSessions, {
    success: ({ ended }) => t('profile.ended', { number: ended }),
    refresh: [getMySessions.path],
  })
  const others = sessions.data?.filter(({ current }) => !current) ?? []
  const endAll = async () => {
    const ask = { title: t('profile.endAllTitle'), text: t('profile.endText'), yes: t('profile.endAll'), danger: true }
    if (await confirm(ask)) await end.run({}).catch(() => undefined)
  }
  const endOne = async ({ id, agent, address }: MySession) => {
    const title = t('profile.endTitle', { device: `${deviceOf(agent)} ${address}` })
    if (await confirm({ title, text: t('profile.endText'), yes: t('profile.end'), danger: true }))
      await end.run({ sessionId: id }).catch(() => undefined)
  }
  return (
    <section>
      <div className={styles.sectionHead}>
        <h2>{t('profile.sessions')}</h2>
        {others.length > 0 && (
          <Button danger loading={end.pending} onClick={() => void endAll()}>
            {t('profile.endAll')}
          </Button>
        )}
      </div>
      {sessions.isError ? (
        <LoadError error={sessions.error} retry={() => void sessions.refetch()} />
      ) : sessions.data === undefined ? (
        <Bone height={48} />
      ) : (
        <ul>
          {sessions.data.map((session) => (
            <li key={session.id}>
              <div>
                <strong title={session.agent}>{deviceOf(session.agent)}</strong>
                {session.current && <StateTag tone="green">{t('profile.thisOne')}</StateTag>}
                <small>
                  {session.address} · {t('profile.since', { time: dateTime(session.createdAt) })} · {t('profile.seen')}{' '}
                  <TimeAgo at={session.seenAt} />
                </small>
              </div>
              {!session.current && (
                <Button size="small" disabled={end.pending} onClick={() => void endOne(session)}>
                  {t('profile.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
