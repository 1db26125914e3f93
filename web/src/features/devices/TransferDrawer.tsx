import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { transferDevices } from '@xunyun/contract/devices/devices'
import { getUsers } from '@xunyun/contract/system/calls'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { devicePaths } from './paths.ts'

type Values = { outletId: number; keeperId?: number }
type Props = { readonly ids: readonly number[]; readonly onDone: () => void; readonly onClose: () => void }

/** 调拨: devices are kept by another outlet, or another person there. */
export function TransferDrawer({ ids, onDone, onClose }: Props) {
  const { t } = useTranslation('devices')
  const batch = useBatch(transferDevices, { title: t('act.transfer'), refresh: devicePaths, onDone })
  return (
    <FormDrawer<Values>
      name={`device-transfer-${ids.join('-')}`}
      title={`${t('act.transfer')} ${t('many', { number: ids.length })}`}
      width={480}
      submitLabel={t('act.transfer')}
      call={transferDevices}
      initial={{}}
      onSubmit={(values, { key }) => batch.run({ ...values, ids: [...ids] }, { key })}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="outletId" label={t('device.outletName')}>
          <Lookup call={getOutletChoices} />
        </Field>
        <Field name="keeperId" label={t('device.keeperName')}>
          <Lookup call={getUsers} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
