import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BizType } from '@xunyun/contract/approvals/bizTypes'
import {
  type ApproverLevel,
  addApproverLevel,
  changeApproverLevel,
  getApproverChoices,
  getApproverSetup,
} from '@xunyun/contract/approvals/setup'
import { codes, wordFor } from '@xunyun/contract/dictionary'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { api, type Sending } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput } from '../../shared/form/inputs.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { setupPaths } from './paths.ts'

type Values = Omit<Sending<typeof addApproverLevel>, 'bizType'>
type Props = {
  readonly level: ApproverLevel | null
  readonly bizType: BizType
  readonly levels: readonly ApproverLevel[]
  readonly onClose: () => void
}

const valuesOf = (level: ApproverLevel): Values => ({
  level: level.level,
  mode: level.mode,
  amountFrom: level.amountFrom,
  amountTo: level.amountTo ?? undefined,
  userIds: level.members.flatMap(({ userId }) => userId ?? []),
  roleIds: level.members.flatMap(({ roleId }) => roleId ?? []),
})

/** A level of the ladder: its band of amounts and who is asked. */
export function LevelForm({ level, bizType, levels, onClose }: Props) {
  const { t } = useTranslation(['approvals', 'ui'])
  const language = useLanguage()
  const client = useQueryClient()
  const [version, setVersion] = useState(level?.version ?? 0)
  const [initial] = useState<Partial<Values>>(
    level
      ? valuesOf(level)
      : {
          level: Math.min(9, Math.max(0, ...levels.map((one) => one.level)) + 1),
          mode: 'any',
          amountFrom: '0.00',
          userIds: [],
          roleIds: [],
        },
  )
  const add = useAction(addApproverLevel, { refresh: setupPaths, success: t('done.saved') })
  const change = useAction(changeApproverLevel, { refresh: setupPaths, success: t('done.saved') })
  const choices = useQuery(q(getApproverChoices, { bizType }))
  const save = (values: Values, options: { key: string }) => {
    const input = { ...values, userIds: values.userIds ?? [], roleIds: values.roleIds ?? [], bizType }
    return level === null ? add.run(input, options) : change.run({ ...input, id: level.id, version }, options)
  }
  const reload = async () => {
    const all = await client.fetchQuery({
      queryKey: [getApproverSetup.path, {}],
      queryFn: () => api(getApproverSetup, {}),
      staleTime: 0,
    })
    const fresh = all.find(({ id }) => id === level?.id)
    if (!fresh) return {}
    setVersion(fresh.version)
    return valuesOf(fresh)
  }
  return (
    <FormDrawer<Values>
      name={level ? `approver-${level.id}` : `approver-${bizType}-new`}
      title={`${wordFor('bizType', bizType, language)} · ${level ? t('setup.change', { level: level.level }) : t('setup.add')}`}
      submitLabel={t('ui:master.save')}
      call={level ? changeApproverLevel : addApproverLevel}
      initial={initial}
      width={560}
      onSubmit={save}
      onReload={level ? reload : undefined}
      onClose={onClose}
    >
      <FormSection>
        <Field name="level" label={t('setup.level')} span={2} hint={t('setup.levelHint')}>
          <IntegerInput />
        </Field>
        <Field name="amountFrom" label={t('setup.amountFrom')}>
          <MoneyInput />
        </Field>
        <Field name="amountTo" label={t('setup.amountTo')} hint={t('setup.amountToHint')}>
          <MoneyInput />
        </Field>
        <Field name="userIds" label={t('setup.people')} span={2} required={false} hint={t('setup.peopleHint')}>
          <Choice multiple options={(choices.data?.users ?? []).map(({ id, label }) => ({ value: id, label }))} />
        </Field>
        <Field name="roleIds" label={t('setup.roles')} span={2} required={false}>
          <Choice
            multiple
            options={(choices.data?.roles ?? []).map(({ id, label, hint }) => ({
              value: id,
              label: t('setup.rolePeople', { name: label, count: Number(hint ?? 0) }),
            }))}
          />
        </Field>
        <Field name="mode" label={t('setup.mode')} span={2}>
          <Segmented
            options={codes('approvalMode').map((code) => ({
              value: code,
              label: wordFor('approvalMode', code, language),
            }))}
          />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
