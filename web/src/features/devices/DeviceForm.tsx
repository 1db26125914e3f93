import { getCompanyChoices, getOutletChoices } from '@xunyun/contract/companies/calls'
import { addDevice, changeDevice, type DeviceRow, getDevice } from '@xunyun/contract/devices/devices'
import { getUsers } from '@xunyun/contract/system/calls'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput } from '../../shared/form/inputs.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../shared/form/useRecordForm.ts'
import { useSession } from '../../shared/session/session.ts'
import { money } from '../../shared/ui/format.ts'
import { devicePaths } from './paths.ts'

/** Changes a device; who keeps it changes by a transfer. New ones come in by scan, or here with all that is known of one. */
export function DeviceForm({ device, onClose }: { device: DeviceRow | null; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const { form, record } = useRecordForm(device, {
    name: 'device',
    add: addDevice,
    change: changeDevice,
    get: (id) => api(getDevice, { id }),
    refresh: devicePaths,
  })
  return (
    <FormDrawer {...form} title={device ? t('edit', { no: device.deviceNo }) : t('receive.one')} onClose={onClose}>
      <FormSection>
        <Field name="deviceNo" label={t('device.deviceNo')}>
          <Input />
        </Field>
        <Field name="imei" label={t('device.imei')}>
          <Input />
        </Field>
        <Field name="simNo" label={t('device.simNo')}>
          <Input />
        </Field>
        <Field name="battery" label={`${t('device.battery')} %`}>
          <IntegerInput />
        </Field>
        <Rest device={record} isNew={device === null} />
        <Field name="remark" label={t('device.remark')} span={2}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** What devices that come in together have in common. */
export function Rest({ device, isNew }: { device: DeviceRow | undefined; isNew: boolean }) {
  const { t } = useTranslation('devices')
  // Who works at no outlet has to say which one keeps it.
  const hasOutlet = useSession(({ userInfo }) => userInfo?.outletId != null)
  return (
    <>
      <Field name="model" label={t('device.model')}>
        <Input />
      </Field>
      <Field name="supplierId" label={t('device.supplierName')} says={() => device?.supplierName}>
        <Lookup call={getCompanyChoices} known={known(device?.supplierId, device?.supplierName)} />
      </Field>
      <Field name="deposit" label={t('device.deposit')} says={money}>
        <MoneyInput />
      </Field>
      <Field name="receivedOn" label={t('device.receivedOn')}>
        <DayInput />
      </Field>
      {isNew && (
        <>
          <Field name="outletId" label={t('device.outletName')} required={!hasOutlet}>
            <Lookup
              call={getOutletChoices}
              input={{ mine: true }}
              {...(hasOutlet ? { placeholder: t('receive.ownOutlet') } : {})}
            />
          </Field>
          <Field name="keeperId" label={t('device.keeperName')}>
            <Lookup call={getUsers} />
          </Field>
        </>
      )}
    </>
  )
}
