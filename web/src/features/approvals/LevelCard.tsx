import type { ApproverLevel } from '@xunyun/contract/approvals/setup'
import { wordFor } from '@xunyun/contract/dictionary'
import { Button } from 'antd'
import { User, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { money } from '../../shared/ui/format.ts'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import styles from './Approvals.module.css'

type Props = {
  level: ApproverLevel
  mayEdit: boolean
  onDeputy: (member: ApproverLevel['members'][number]) => void
  actions: ReactNode
}

/** One level: its band, who is asked, and who stands in for whom. */
export function LevelCard({ level, mayEdit, onDeputy, actions }: Props) {
  const { t } = useTranslation('approvals')
  const language = useLanguage()
  return (
    <section className={styles.level}>
      <header className={styles.levelHead}>
        <b>{t('levelOf', { level: level.level })}</b>
        <span>
          {level.amountTo === null
            ? t('setup.bandOpen', { from: money(level.amountFrom) })
            : t('setup.band', { from: money(level.amountFrom), to: money(level.amountTo) })}
        </span>
        <StateTag tone={level.mode === 'all' ? 'blue' : 'grey'}>
          {wordFor('approvalMode', level.mode, language)}
        </StateTag>
        <span>{actions}</span>
      </header>
      <ul className={styles.members}>
        {level.members.map((member) => (
          <li key={member.id}>
            {member.roleId === null ? (
              <User size={14} strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <Users size={14} strokeWidth={1.75} aria-hidden="true" />
            )}
            <span>{member.name}</span>
            {member.roleId !== null && <small className={styles.quiet}>{t('setup.role')}</small>}
            {!member.able && <StateTag tone="red">{t('setup.unable')}</StateTag>}
            {member.deputyName !== null && (
              <span className={styles.quiet}>
                {t('setup.deputyLine', {
                  name: member.deputyName,
                  from: member.deputyFrom ?? '',
                  to: member.deputyTo ?? '',
                })}
              </span>
            )}
            {mayEdit && member.roleId === null && (
              <Button type="link" size="small" onClick={() => onDeputy(member)}>
                {t('setup.deputy')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
