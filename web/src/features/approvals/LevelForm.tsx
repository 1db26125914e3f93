import { useQuery } from '@tanstack/react-query'
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
import { useTranslation } from 'react-i18next'
import { api, type Sending } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput } from '../../shared/form/inputs.tsx'
import { useRecordForm } from '../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { setupPaths } from './paths.ts'

type Values = Omit<Sending<typeof addApproverLevel>, 'bizType'>
type Props = {
  readonly level: ApproverLevel | null
  readonly bizType: BizType
  readonly levels: readonly ApproverLevel[]
  readonly onClose: () => void
}

/** A level of the ladder: its band of amounts and who is asked. */
export function LevelForm({ level, bizType, levels, onClose }: Props) {
  const { t } = useTranslation(['approvals', 'ui'])
  const language = useLanguage()
  const { form } = useRecordForm(level, {
    name: 'approver',
    add: addApproverLevel,
    change: changeApproverLevel,
    get: (id) => api(getApproverSetup, {}).then((all) => all.find((one) => one.id === id)),
    refresh: setupPaths,
    success: t('done.saved'),
    fresh: {
      level: Math.min(9, Math.max(0, ...levels.map((one) => one.level)) + 1),
      mode: 'any',
      amountFrom: '0.00',
      userIds: [],
      roleIds: [],
    },
    valuesOf: ({ members }, same) => ({
      ...same,
      userIds: members.flatMap(({ userId }) => userId ?? []),
      roleIds: members.flatMap(({ roleId }) => roleId ?? []),
    }),
    inputOf: (values: Values) => ({ ...values, userIds: values.userIds ?? [], roleIds: values.roleIds ?? [], bizType }),
  })
  const choices = useQuery(q(getApproverChoices, { bizType }))
  return (
    <FormDrawer
      {...form}
      name={level ? form.name : `approver-${bizType}-new`}
      title={`${wordFor('bizType', bizType, language)} · ${level ? t('setup.change', { level: level.level }) : t('setup.add')}`}
      width={560}
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
