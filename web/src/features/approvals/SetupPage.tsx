import { useQuery } from '@tanstack/react-query'
import { type BizType, bizTypes } from '@xunyun/contract/approvals/bizTypes'
import {
  type ApproverLevel,
  deleteApproverLevels,
  getApproverHistory,
  getApproverSetup,
} from '@xunyun/contract/approvals/setup'
import { wordFor } from '@xunyun/contract/dictionary'
import { Button } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { q } from '../../shared/api/query.ts'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useRight } from '../../shared/session/session.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import styles from './Approvals.module.css'
import { useApproverHistory } from './approverHistory.ts'
import { LevelCard } from './LevelCard.tsx'
import { gapOf } from './ladder.ts'
import { setupPaths } from './paths.ts'
import { TryPath } from './TryPath.tsx'

const LevelForm = late(() => import('./LevelForm.tsx').then((file) => file.LevelForm))
const DeputyDialog = late(() => import('./DeputyDialog.tsx').then((file) => file.DeputyDialog))

type Open =
  | { readonly what: 'form'; readonly level: ApproverLevel | null }
  | { readonly what: 'deputy'; readonly member: ApproverLevel['members'][number] }

/** Who reviews what, from which amount on: one ladder of levels a type of business, and a trial walk up it. */
export default function SetupPage() {
  const { t } = useTranslation(['approvals', 'ui'])
  const language = useLanguage()
  const may = useRight('audit')
  const [bizType, setBizType] = useState<BizType>('price')
  const [open, setOpen] = useOpen<Open>()
  const history = useHistory(getApproverHistory, useApproverHistory())
  const remove = useBatch(deleteApproverLevels, { title: t('done.delete'), refresh: setupPaths })
  const setup = useQuery(q(getApproverSetup, {}))
  if (setup.isError && !setup.data) return <LoadError error={setup.error} retry={() => void setup.refetch()} />
  if (!setup.data) return <PageSkeleton />
  const levels = setup.data.filter((level) => level.bizType === bizType)
  const gap = gapOf(levels)
  const close = () => setOpen(null)
  const nameOf = ({ level }: ApproverLevel) => `${wordFor('bizType', bizType, language)} ${t('levelOf', { level })}`
  const ask = async (level: ApproverLevel) => {
    const yes = await confirm({
      title: t('setup.deleteTitle', { level: level.level }),
      text: t('setup.deleteText'),
      yes: t('act.delete'),
      danger: true,
    })
    if (yes) await remove.run({ ids: [level.id] })
  }
  return (
    <div className={styles.page}>
      <StateTabs<BizType>
        label={t('column.type')}
        value={bizType}
        onChange={(next) => next && setBizType(next)}
        tabs={bizTypes.map((type) => {
          const count = setup.data.filter((level) => level.bizType === type).length
          return {
            value: type,
            label: wordFor('bizType', type, language),
            count,
            tone: count === 0 ? ('red' as const) : undefined,
          }
        })}
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          {may.edit && (
            <div className={styles.toolbar}>
              <NewButton onClick={() => setOpen({ what: 'form', level: null })}>{t('setup.add')}</NewButton>
            </div>
          )}
          {levels.length === 0 ? (
            <div className={styles.warning} role="status">
              <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
              {t('setup.nobody')}
            </div>
          ) : (
            gap && (
              <div className={styles.warning} data-tone="orange" role="status">
                <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
                {t('setup.gap', { from: gap.from, to: gap.to ?? '∞' })}
              </div>
            )
          )}
          {levels.map((level) => (
            <LevelCard
              key={level.id}
              level={level}
              mayEdit={may.edit}
              onDeputy={(member) => setOpen({ what: 'deputy', member })}
              actions={
                <>
                  {may.edit && (
                    <Button type="link" size="small" onClick={() => setOpen({ what: 'form', level })}>
                      {t('ui:master.change')}
                    </Button>
                  )}
                  {may.approve && (
                    <Button type="link" size="small" danger onClick={() => void ask(level).catch(() => undefined)}>
                      {t('act.delete')}
                    </Button>
                  )}
                  <Button type="link" size="small" onClick={() => history.open(level.id, nameOf(level))}>
                    {t('ui:history.title')}
                  </Button>
                </>
              }
            />
          ))}
        </div>
        <aside className={styles.side}>
          <TryPath bizType={bizType} />
        </aside>
      </div>
      {open?.what === 'form' && <LevelForm level={open.level} bizType={bizType} levels={levels} onClose={close} />}
      {open?.what === 'deputy' && <DeputyDialog member={open.member} bizType={bizType} onClose={close} />}
      {history.drawer}
    </div>
  )
}
