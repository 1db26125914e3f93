import { useQuery } from '@tanstack/react-query'
import type { BizType } from '@xunyun/contract/approvals/bizTypes'
import { type ApproverLevel, getApproverChoices, setDeputy } from '@xunyun/contract/approvals/setup'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../../shared/action/ActButton.tsx'
import { useAction } from '../../shared/action/useAction.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { fieldMessages } from '../../shared/api/fieldErrors.ts'
import { q } from '../../shared/api/query.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayRange } from '../../shared/form/DayRange.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import styles from './Approvals.module.css'
import { setupPaths } from './paths.ts'

type Props = { member: ApproverLevel['members'][number]; bizType: BizType; onClose: () => void }

/** Who decides in place of a person, from one day to another. */
export function DeputyDialog({ member, bizType, onClose }: Props) {
  const { t } = useTranslation(['approvals', 'common', 'ui'])
  const [deputyId, setDeputyId] = useState<number | undefined>(member.deputyId ?? undefined)
  const [days, setDays] = useState<readonly [string | undefined, string | undefined]>([
    member.deputyFrom ?? undefined,
    member.deputyTo ?? undefined,
  ])
  const [wrong, setWrong] = useState<readonly string[]>([])
  const action = useAction(setDeputy, { refresh: setupPaths, success: t('done.saved') })
  const choices = useQuery(q(getApproverChoices, { bizType }))
  const send = async (deputy: number | undefined) => {
    setWrong([])
    try {
      await action.run({
        memberId: member.id,
        deputyId: deputy,
        from: deputy === undefined ? undefined : days[0],
        to: deputy === undefined ? undefined : days[1],
      })
      onClose()
    } catch (error) {
      if (error instanceof ApiError) setWrong((await fieldMessages(error)).flatMap(({ errors }) => errors))
    }
  }
  return (
    <Dialog
      open
      title={t('setup.deputyTitle', { name: member.name })}
      onCancel={onClose}
      footer={[
        member.deputyId !== null && (
          <Button key="end" danger onClick={() => void send(undefined)}>
            {t('setup.deputyEnd')}
          </Button>
        ),
        <Button key="no" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        <ActButton
          key="yes"
          type="primary"
          loading={action.pending}
          refused={deputyId === undefined ? t('ui:why.nothingPicked') : null}
          onClick={() => void send(deputyId)}
        >
          {t('act.save')}
        </ActButton>,
      ]}
    >
      <div className={styles.dialog}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the choice inside is the control */}
        <label>
          <span>{t('setup.deputy')}</span>
          <Choice
            style={{ width: '100%' }}
            value={deputyId}
            onChange={(id: number | undefined) => setDeputyId(id)}
            options={(choices.data?.users ?? [])
              .filter(({ id }) => id !== member.userId)
              .map(({ id, label }) => ({ value: id, label }))}
          />
        </label>
        <div>
          <DayRange
            value={days}
            onChange={setDays}
            prefix={t('setup.deputyDays')}
            style={{ width: '100%' }}
            aria-label={t('setup.deputyDays')}
          />
        </div>
        <div className={styles.missing} role="alert">
          {wrong.join(' ')}
        </div>
      </div>
    </Dialog>
  )
}
