import { useQuery } from '@tanstack/react-query'
import type { Output } from '@xunyun/contract/kernel/call'
import { pageOf } from '@xunyun/contract/pages'
import { getWatchers, runWatch } from '@xunyun/contract/watch/calls'
import { type ClockList, watchPages } from '@xunyun/contract/watch/lists'
import { changeWatchSetting, getWatchSetting, mostEscalations } from '@xunyun/contract/watch/settings'
import { Button, Checkbox, Form, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { historyEntries } from '../../shared/detail/History.tsx'
import { Timeline } from '../../shared/detail/Timeline.tsx'
import { isDirty } from '../../shared/form/dirty.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput } from '../../shared/form/inputs.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { toast } from '../../shared/ui/toasts.ts'
import { useSettingHistory } from './settingHistory.ts'
import { watchPaths } from './useClaim.ts'

type Setting = Output<typeof getWatchSetting>
type Values = {
  hours: number
  dueHours: number
  declaredFrom: string
  codFrom: string
  uninsuredMost: string
  escalations: { after: number; userIds: number[]; roleIds: number[]; head: boolean }[]
}

/** From when on something is on a list, when it is due, and who is told then. */
export function SettingDrawer({ list, onClose }: { list: ClockList; onClose: () => void }) {
  const setting = useQuery({ ...q(getWatchSetting, { list }), gcTime: 0 })
  if (setting.isError) return <LoadError error={setting.error} retry={() => void setting.refetch()} />
  return setting.data === undefined ? null : <SettingForm list={list} setting={setting.data} onClose={onClose} />
}

function SettingForm({ list, setting, onClose }: { list: ClockList; setting: Setting; onClose: () => void }) {
  const { t } = useTranslation(['watch', 'ui'])
  const language = useLanguage()
  const change = useAction(changeWatchSetting, { success: t('setting.saved'), refresh: watchPaths })
  const words = useSettingHistory()
  const isOfWaybills = list !== 'abnormal' && list !== 'complaint'
  const initial: Values = {
    hours: setting.hours,
    dueHours: setting.dueHours,
    declaredFrom: setting.declaredFrom,
    codFrom: setting.codFrom,
    uninsuredMost: setting.uninsuredMost,
    escalations: setting.escalations.map(({ after, users, roles, head }) => ({
      after,
      userIds: users.map(({ id }) => id),
      roleIds: roles.map(({ id }) => id),
      head,
    })),
  }
  return (
    <FormDrawer<Values>
      name={`watch-setting-${list}`}
      title={t('setting.title', { list: pageOf(watchPages[list]).titles[language] })}
      submitLabel={t('setting.save')}
      width={560}
      call={changeWatchSetting}
      initial={initial}
      onSubmit={(values) =>
        change.run({
          list,
          version: setting.version,
          hours: values.hours ?? setting.hours,
          dueHours: values.dueHours ?? setting.dueHours,
          declaredFrom: values.declaredFrom ?? setting.declaredFrom,
          codFrom: values.codFrom ?? setting.codFrom,
          uninsuredMost: values.uninsuredMost ?? setting.uninsuredMost,
          escalations: (values.escalations ?? []).map(({ after, userIds = [], roleIds = [], head }) => ({
            after,
            userIds,
            roleIds,
            head,
          })),
        })
      }
      onClose={onClose}
    >
      <FormSection columns={1}>
        {isOfWaybills && list !== 'keyPieces' && (
          <Field name="hours" label={t('setting.hours')}>
            <IntegerInput />
          </Field>
        )}
        {list !== 'complaint' && (
          <Field name="dueHours" label={t('setting.dueHours')}>
            <IntegerInput />
          </Field>
        )}
        {list === 'abnormal' && (
          <Field name="uninsuredMost" label={t('setting.uninsuredMost')} hint={t('setting.uninsuredHint')}>
            <MoneyInput />
          </Field>
        )}
        {list === 'keyPieces' && (
          <>
            <Field name="declaredFrom" label={t('setting.declaredFrom')}>
              <MoneyInput />
            </Field>
            <Field name="codFrom" label={t('setting.codFrom')}>
              <MoneyInput />
            </Field>
          </>
        )}
      </FormSection>
      <Escalations setting={setting} />
      {isOfWaybills && <RunNow initial={initial} />}
      {setting.history.length > 0 && (
        <FormSection columns={1} title={t('ui:history.title')}>
          <Timeline entries={historyEntries(setting.history, words)} />
        </FormSection>
      )}
    </FormDrawer>
  )
}

/** What is typed and not saved would not count: it is asked to be saved first. */
function RunNow({ initial }: { initial: Values }) {
  const { t } = useTranslation('watch')
  const form = Form.useFormInstance<Values>()
  const now = useAction(runWatch, { refresh: watchPaths })
  const run = () => {
    if (isDirty(initial, form.getFieldsValue(true))) return toast.warning(t('setting.saveFirst'))
    void now.run({}).then(
      (turn) => toast.success(t('setting.ran', turn)),
      () => undefined,
    )
  }
  return (
    <FormSection columns={1}>
      <Form.Item label={t('setting.byHand')}>
        <Button loading={now.pending} onClick={run}>
          {t('setting.run')}
        </Button>
      </Form.Item>
    </FormSection>
  )
}

function Escalations({ setting }: { setting: Setting }) {
  const { t } = useTranslation('watch')
  const watchers = useQuery(q(getWatchers, { q: undefined }))
  const named = (which: 'users' | 'roles') => [
    ...new Map(
      [...setting.escalations.flatMap((one) => one[which]), ...(watchers.data?.[which] ?? [])].map(({ id, label }) => [
        id,
        { value: id, label },
      ]),
    ).values(),
  ]
  return (
    <Form.List name="escalations">
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }, at) => (
            <FormSection key={key} title={t('setting.level', { level: at + 1 })} columns={1}>
              <Field name={[name, 'after']} label={t('setting.after')} contract={false} required>
                <IntegerInput />
              </Field>
              <Field name={[name, 'userIds']} label={t('setting.users')} contract={false}>
                <Select mode="multiple" optionFilterProp="label" options={named('users')} />
              </Field>
              <Field name={[name, 'roleIds']} label={t('setting.roles')} contract={false}>
                <Select mode="multiple" optionFilterProp="label" options={named('roles')} />
              </Field>
              <Field name={[name, 'head']} label={t('setting.head')} valuePropName="checked" contract={false}>
                <Checkbox />
              </Field>
              <Button size="small" type="text" icon={<Trash2 size={14} />} onClick={() => remove(name)}>
                {t('setting.remove', { level: at + 1 })}
              </Button>
            </FormSection>
          ))}
          {fields.length < mostEscalations && (
            <FormSection columns={1}>
              <Button
                size="small"
                icon={<Plus size={14} />}
                onClick={() => add({ userIds: [], roleIds: [], head: false })}
              >
                {t('setting.add')}
              </Button>
            </FormSection>
          )}
        </>
      )}
    </Form.List>
  )
}
