import { useQueryClient } from '@tanstack/react-query'
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
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { api, type Sending } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { DecimalInput, VolumeInput, WeightInput } from '../../shared/form/inputs.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { volume, weight } from '../../shared/ui/format.ts'
import { carriers, known } from './carriers.ts'
import { useEditableTypes } from './vehicleTypes.ts'

type Values = Sending<typeof addVehicle>
type Props = {
  readonly vehicle: VehicleRow | null
  /** Fixed by the page; undefined on the page of all. */
  readonly type: VehicleType | undefined
  readonly onClose: () => void
}

const refresh = ['/api/Vehicles/', '/api/Drivers/']

const valuesOf = (row: VehicleRow): Partial<Values> => ({
  type: row.type,
  plateNo: row.plateNo,
  plateColor: row.plateColor as Values['plateColor'],
  trailerNo: row.trailerNo,
  model: row.model as Values['model'],
  lengthM: row.lengthM,
  widthM: row.widthM,
  heightM: row.heightM,
  loadKg: row.loadKg,
  volumeM3: row.volumeM3,
  owner: row.owner,
  carrierId: row.carrierId,
  driverId: row.driverId,
  licenceNo: row.licenceNo,
  licenceExpiry: row.licenceExpiry,
  permitNo: row.permitNo,
  permitExpiry: row.permitExpiry,
  inspectionExpiry: row.inspectionExpiry,
  insuranceExpiry: row.insuranceExpiry,
  cold: row.cold,
  tempMin: row.tempMin,
  tempMax: row.tempMax,
  hazard: row.hazard,
  remark: row.remark,
})

/** Adds a vehicle or changes one, in the order of its papers. */
export function VehicleForm({ vehicle, type, onClose }: Props) {
  const { t } = useTranslation(['resources', 'ui'])
  const language = useLanguage()
  const client = useQueryClient()
  const types = useEditableTypes()
  const [record, setRecord] = useState(vehicle)
  const [initial] = useState<Partial<Values>>(
    vehicle ? valuesOf(vehicle) : { type: type ?? types[0], plateColor: 'yellow', cold: false, hazard: false },
  )
  const add = useAction(addVehicle, { refresh, success: t('ui:master.saved') })
  const change = useAction(changeVehicle, { refresh, success: t('ui:master.saved') })
  const choose = t('ui:form.choose')
  const metre = t('ui:unit.metre')
  const yesNo = (on: boolean) => t(on ? 'ui:master.yes' : 'ui:master.no')

  const save = (values: Values, options: { key: string }) => {
    // The range of a hold that is not cooled is not meant.
    const cooled = values.cold ? {} : { tempMin: undefined, tempMax: undefined }
    const fields = { ...initial, ...values, ...cooled }
    return record === null
      ? add.run(fields, options)
      : change.run({ ...fields, id: record.id, version: record.version }, options)
  }
  const reload = async () => {
    const id = vehicle?.id ?? 0
    const queryFn = () => api(getVehicle, { id })
    const fresh = await client.fetchQuery({ queryKey: [getVehicle.path, id], queryFn, staleTime: 0 })
    setRecord(fresh)
    return valuesOf(fresh)
  }

  return (
    <FormDrawer<Values>
      name={vehicle ? `vehicle-${vehicle.id}` : `vehicle-${type ?? 'all'}-new`}
      title={vehicle ? t('edit', { name: vehicle.plateNo }) : t('vehicle.new')}
      submitLabel={t('ui:master.save')}
      call={vehicle ? changeVehicle : addVehicle}
      initial={initial}
      onSubmit={save}
      onReload={vehicle ? reload : undefined}
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
