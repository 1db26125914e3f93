import { setDevicePlace } from '@xunyun/contract/devices/devices'
import { gcj02, toWgs84 } from '@xunyun/contract/kernel/position'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { DecimalInput } from '../../shared/form/inputs.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { devicePaths } from './paths.ts'

/** Degrees as Chinese maps show them. */
type Values = { place: string; at?: string; longitude?: string; latitude?: string }
type Props = { readonly device: { readonly id: number; readonly deviceNo: string }; readonly onClose: () => void }

/** 登记位置: somebody rang and said where it is. */
export function PlaceDrawer({ device, onClose }: Props) {
  const { t } = useTranslation('devices')
  const act = useAction(setDevicePlace, { success: t('done.setPlace'), refresh: devicePaths })
  const send = ({ place, at, longitude, latitude }: Values, key: string) => {
    const position = longitude && latitude ? toWgs84(gcj02(Number(longitude), Number(latitude))) : undefined
    return act.run({ id: device.id, place, at, position }, { key })
  }
  return (
    <FormDrawer<Values>
      name={`device-place-${device.id}`}
      title={`${t('act.setPlace')} ${device.deviceNo}`}
      width={480}
      submitLabel={t('act.setPlace')}
      call={setDevicePlace}
      initial={{ at: serverNow().toISOString() }}
      onSubmit={(values, { key }) => send(values, key)}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={2}>
        <Field name="place" label={t('place.text')} span={2}>
          <Input maxLength={120} placeholder={t('place.example')} />
        </Field>
        <Field name="at" label={t('device.positionAt')} span={2}>
          <MomentInput />
        </Field>
        <Field name="longitude" label={t('place.longitude')} hint={t('place.hint')} contract={false}>
          <DecimalInput places={6} />
        </Field>
        <Field name="latitude" label={t('place.latitude')} contract={false}>
          <DecimalInput places={6} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
