import { type BindingRow, getBindableDevice, swapDevice } from '@xunyun/contract/devices/bindings'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { api } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { conditionWords } from './conditionWords.ts'
import { devicePaths } from './paths.ts'

type Values = { number: string; condition: 'intact' | 'damaged' }
type Props = { readonly binding: BindingRow; readonly onClose: () => void }

/** 换设备: another one goes on with what this one was bound to. */
export function SwapDrawer({ binding, onClose }: Props) {
  const { t } = useTranslation('devices')
  const language = useLanguage()
  const act = useAction(swapDevice, { success: t('done.swap'), refresh: devicePaths })
  const send = async ({ number, condition }: Values, key: string) => {
    const { id: deviceId } = await api(getBindableDevice, { number })
    return act.run({ id: binding.id, deviceId, condition }, { key })
  }
  return (
    <FormDrawer<Values>
      name={`device-swap-${binding.id}`}
      title={t('swap.title', { no: binding.deviceNo })}
      width={480}
      submitLabel={t('act.swap')}
      call={swapDevice}
      initial={{ condition: 'intact' }}
      onSubmit={(values, { key }) => send(values, key)}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="number" label={t('swap.next')} hint={t('swap.hint')} contract={false} required>
          <Input maxLength={60} />
        </Field>
        <Field name="condition" label={t('swap.condition')}>
          <Choice options={conditionWords(language)} allowClear={false} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
