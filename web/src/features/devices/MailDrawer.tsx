import { mailBindings } from '@xunyun/contract/devices/bindings'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { enterSaves } from '../../shared/form/enter.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { devicePaths } from './paths.ts'

type Props = { readonly ids: readonly number[]; readonly onDone: () => void; readonly onClose: () => void }

/** 登记寄回: by which courier's number they come back; several may lie in one parcel. */
export function MailDrawer({ ids, onDone, onClose }: Props) {
  const { t } = useTranslation('devices')
  const batch = useBatch(mailBindings, { title: t('act.mail'), refresh: devicePaths, onDone })
  return (
    <FormDrawer<{ expressNo: string }>
      name={`device-mail-${ids.join('-')}`}
      title={`${t('act.mail')} ${t('many', { number: ids.length })}`}
      width={480}
      submitLabel={t('act.mail')}
      call={mailBindings}
      initial={{}}
      onSubmit={(values, { key }) => batch.run({ ...values, ids: [...ids] }, { key })}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="expressNo" label={t('binding.expressNo')}>
          <Input maxLength={40} onPressEnter={enterSaves} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
