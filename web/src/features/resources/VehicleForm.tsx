import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import {
  addVehicle,
  changeVehicle,
  getVehicle,
  type VehicleRow,
  type VehicleType,
} from '@xunyun/contract/resources/calls'
import { getDriverChoices } from '@xunyun/contract/resources/drivers'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, type Sending } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { DecimalInput, VolumeInput, WeightInput } from '../../shared/form/inputs.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { volume, weight } from '../../shared/ui/format.ts'
import { carriers } from './carriers.ts'
import { useEditableTypes } from './vehicleTypes.ts'

type Values = Sending<typeof addVehicle>
type Props = {
  readonly vehicle: VehicleRow | null
  /** Fixed by the page; undefined on the page of all. */
  readonly type: VehicleType | undefined
  readonly onClose: () => void
}

/** Adds a vehicle or changes one, in the order of its papers. */
export function VehicleForm({ vehicle, type, onClose }: Props) {
  const { t } = useTranslation(['resources', 'ui'])
  const language = useLanguage()
  const types = useEditableTypes()
  const { form, record } = useRecordForm(vehicle, {
    name: 'vehicle',
    add: addVehicle,
    change: changeVehicle,
    get: (id) => api(getVehicle, { id }),
    refresh: ['/api/Vehicles/', '/api/Drivers/'],
    fresh: { type: type ?? types[0], plateColor: 'yellow', cold: false, hazard: false },
    // The range of a hold that is not cooled is not meant.
    inputOf: (values: Values) => (values.cold ? values : { ...values, tempMin: undefined, tempMax: undefined }),
  })
  const choose = t('ui:form.choose')
  const metre = t('ui:unit.metre')
  const yesNo = (on: boolean) => t(on ? 'ui:master.yes' : 'ui:master.no')

  return (
    <FormDrawer
      {...form}
      name={vehicle ? form.name : `vehicle-${type ?? 'all'}-new`}
      title={vehicle ? t('edit', { name: vehicle.plateNo }) : t('vehicle.new')}
      onClose={onClose}
    >
      <FormSection title={t('vehicle.section.vehicle')}>
        <Field name="plateNo" label={t('vehicle.plateNo')}>
          <Input />
        </Field>
        <Field
          name="plateColor"
          label={t('vehicle.plateColor')}
          says={(code: string) => wordFor('plateColor', code, language)}
        >
          <Choice type="plateColor" allowClear={false} />
        </Field>
        <Field name="model" label={t('vehicle.model')} says={(code: string) => wordFor('vehicleModel', code, language)}>
          <Choice type="vehicleModel" placeholder={choose} />
        </Field>
        <Field name="trailerNo" label={t('vehicle.trailerNo')}>
          <Input />
        </Field>
        {type === undefined && (
          <Field name="type" label={t('vehicle.type')} says={(code: string) => wordFor('vehicleType', code, language)}>
            <Choice type="vehicleType" only={types} allowClear={false} />
          </Field>
        )}
      </FormSection>
      <FormSection title={t('vehicle.section.size')}>
        <Field name="loadKg" label={t('vehicle.loadKg')} says={weight}>
          <WeightInput suffix="kg" />
        </Field>
        <Field name="volumeM3" label={t('vehicle.volumeM3')} says={volume}>
          <VolumeInput suffix="m³" />
        </Field>
        <Field name="lengthM" label={t('vehicle.lengthM')}>
          <DecimalInput places={2} suffix={metre} />
        </Field>
        <Field name="widthM" label={t('vehicle.widthM')}>
          <DecimalInput places={2} suffix={metre} />
        </Field>
        <Field name="heightM" label={t('vehicle.heightM')}>
          <DecimalInput places={2} suffix={metre} />
        </Field>
      </FormSection>
      <FormSection title={t('vehicle.section.owner')}>
        <Field name="owner" label={t('vehicle.owner')}>
          <Input />
        </Field>
        <Field name="carrierId" label={t('vehicle.carrierName')} says={() => record?.carrierName}>
          <Lookup
            call={getCompanyChoices}
            input={carriers}
            known={known(record?.carrierId, record?.carrierName)}
            placeholder={choose}
          />
        </Field>
        <Field name="driverId" label={t('vehicle.driverName')} says={() => record?.driverName}>
          <Lookup
            call={getDriverChoices}
            known={known(record?.driverId, record?.driverName)}
            placeholder={t('vehicle.noDriver')}
          />
        </Field>
      </FormSection>
      <FormSection title={t('vehicle.section.papers')}>
        <Field name="licenceNo" label={t('vehicle.licenceNo')}>
          <Input />
        </Field>
        <Field name="licenceExpiry" label={t('vehicle.licenceExpiry')}>
          <DayInput />
        </Field>
        <Field name="permitNo" label={t('vehicle.permitNo')}>
          <Input />
        </Field>
        <Field name="permitExpiry" label={t('vehicle.permitExpiry')}>
          <DayInput />
        </Field>
        <Field name="inspectionExpiry" label={t('vehicle.inspectionExpiry')}>
          <DayInput />
        </Field>
        <Field name="insuranceExpiry" label={t('vehicle.insuranceExpiry')}>
          <DayInput />
        </Field>
      </FormSection>
      <FormSection title={t('vehicle.section.special')}>
        <Field name="hazard" label={t('vehicle.hazard')} valuePropName="checked" says={yesNo}>
          <Checkbox />
        </Field>
        <Field name="cold" label={t('vehicle.cold')} valuePropName="checked" says={yesNo}>
          <Checkbox />
        </Field>
        <Temperature />
        <Field name="remark" label={t('vehicle.remark')} span={2}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** The range that the hold can keep: of a cooled one only. */
function Temperature() {
  const { t } = useTranslation('resources')
  const form = Form.useFormInstance()
  const cold = Form.useWatch<boolean | undefined>('cold', form)
  // What is no number yet is said at its own field.
  const lowest = (): string => {
    const typed = String(form.getFieldValue('tempMin') ?? '')
    return /^-?\d+(\.\d+)?$/.test(typed) ? typed : '-60'
  }
  if (!cold) return null
  return (
    <>
      <Field name="tempMin" label={t('vehicle.tempMin')}>
        <DecimalInput places={1} suffix="℃" />
      </Field>
      <Field
        name="tempMax"
        label={t('vehicle.tempMax')}
        dependencies={['tempMin']}
        check={(max: string) => (compareDecimal(max, lowest()) < 0 ? t('vehicle.tempOrder') : null)}
      >
        <DecimalInput places={1} suffix="℃" />
      </Field>
    </>
  )
}
