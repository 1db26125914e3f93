import { setRepaired } from '@xunyun/contract/devices/devices'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../shared/form/inputs.tsx'
import { devicePaths } from './paths.ts'

type Props = { readonly ids: readonly number[]; readonly onDone: () => void; readonly onClose: () => void }

/** 修复: back in stock, charged as far as is known. */
export function RepairedDrawer({ ids, onDone, onClose }: Props) {
  const { t } = useTranslation('devices')
  const batch = useBatch(setRepaired, { title: t('act.repaired'), refresh: devicePaths, onDone })
  return (
    <FormDrawer<{ battery?: number }>
      name={`device-repaired-${ids.join('-')}`}
      title={`${t('act.repaired')} ${t('many', { number: ids.length })}`}
      width={480}
      submitLabel={t('act.repaired')}
      call={setRepaired}
      initial={{}}
      onSubmit={(values, { key }) => batch.run({ ...values, ids: [...ids] }, { key })}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="battery" label={`${t('device.battery')} %`}>
          <IntegerInput />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
