import type { Language } from '@xunyun/contract/pages'
import { Button, Form, type FormInstance, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../shared/api/api.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { fieldMessages } from '../../shared/api/fieldErrors.ts'
import { i18n } from '../../shared/i18n/i18n.ts'
import { leaveLoginDone } from '../../shared/session/loginNote.ts'
import { useSession } from '../../shared/session/session.ts'
import { signOut } from '../../shared/session/signOut.ts'
import { wires } from '../../shared/session/wires.ts'

type Values = { OldPSD: string; PSD: string; Pwd2: string }
/** What the server would say, beside what is wrong with the other fields. */
async function checkNew(password: string, account: string): Promise<void> {
  if (password === '') return
  const [{ weakness }, { sayReason }] = await Promise.all([
    import('@xunyun/contract/system/passwords'),
    import('@xunyun/contract/errors'),
  ])
  const weak = weakness(password, account)
  if (weak) throw new Error(sayReason(weak.reason, weak.params, i18n.language as Language))
}

type FieldsOf<V> = Parameters<FormInstance<V>['setFields']>[0]

/** Three fields, and out: after a change the session is over, and the new password is asked for (SE-06). */
export function PasswordForm({ name, children }: { name: string; children: (submit: ReactNode) => ReactNode }) {
  const { t } = useTranslation('shell')
  const [form] = Form.useForm<Values>()
  const account = useSession((session) => session.userInfo?.LOGNAME)
  const [busy, setBusy] = useState(false)

  const save = async (values: Values) => {
    setBusy(true)
    try {
      await send(wires.changePwd, values)
      leaveLoginDone(t('password.done'))
      await signOut()
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError) form.setFields((await fieldMessages(error)) as FieldsOf<Values>)
    }
  }

  return (
    <Form<Values>
      form={form}
      name={name}
      validateTrigger="onBlur"
      layout="vertical"
      requiredMark={false}
      onFinish={(values) => void save(values)}
    >
      {/* So that a password manager knows whose password it stores. */}
      <input type="text" name="username" autoComplete="username" defaultValue={account} hidden />
      <Form.Item name="OldPSD" label={t('password.old')} rules={[{ required: true, message: t('password.required') }]}>
        <Input.Password autoComplete="current-password" autoFocus />
      </Form.Item>
      <Form.Item
        name="PSD"
        label={t('password.new')}
        rules={[
          { required: true, message: t('password.required') },
          { validator: (_, value: unknown) => checkNew(String(value ?? ''), account ?? '') },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="Pwd2"
        label={t('password.again')}
        dependencies={['PSD']}
        rules={[
          { required: true, message: t('password.required') },
          ({ getFieldValue }) => ({
            validator: (_, value: unknown) =>
              !value || value === getFieldValue('PSD')
                ? Promise.resolve()
                : Promise.reject(new Error(t('password.differ'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      {children(
        <Button type="primary" data-commit htmlType="submit" loading={busy}>
          {t('user.changePassword')}
        </Button>,
      )}
    </Form>
  )
}
