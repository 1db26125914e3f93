import { addLocation, changeLocation, getLocation, type LocationRow } from '@xunyun/contract/warehouse/locations/calls'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api/api.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../../shared/form/inputs.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { warehousePaths } from '../masters/index.ts'
import { LocationFields } from './LocationFields.tsx'
import { LocationLimits } from './LocationLimits.tsx'

type Props = {
  /** Its id where the plan is looked at; null: a new one. */
  readonly location: LocationRow | number | null
  /** Where a new one begins: as the list is filtered. */
  readonly place: { readonly warehouseId?: number; readonly zoneId?: number }
  readonly onClose: () => void
}

/** Adds a location or changes one: where it stands, what it can hold, when it is walked by. */
export function LocationForm({ location, place, onClose }: Props) {
  const { t } = useTranslation(['warehouse/locations', 'warehouse/masters', 'ui'])
  const { form, record } = useRecordForm(location, {
    name: 'location',
    add: addLocation,
    change: changeLocation,
    get: (id) => api(getLocation, { id }),
    refresh: warehousePaths,
    fresh: { ...place, mixItem: true, mixBatch: true },
  })
  return (
    <FormDrawer
      {...form}
      title={location === null ? t('new.location') : t('edit', { name: record?.code ?? '' })}
      onClose={onClose}
    >
      <FormSection title={t('section.place')}>
        <LocationFields fixed={location !== null} />
        <Field name="code" label={t('location.code')} hint={t('hint.locationCode')}>
          <Input />
        </Field>
        <span />
        <Field name="aisle" label={t('location.aisle')}>
          <Input />
        </Field>
        <Field name="rack" label={t('location.rack')}>
          <Input />
        </Field>
        <Field name="level" label={t('location.level')}>
          <Input />
        </Field>
        <Field name="slot" label={t('location.slot')}>
          <Input />
        </Field>
      </FormSection>
      <LocationLimits />
      <FormSection title={t('section.order')} hint={t('hint.order')}>
        <Field name="pickSeq" label={t('location.pickSeq')}>
          <IntegerInput />
        </Field>
        <Field name="putSeq" label={t('location.putSeq')}>
          <IntegerInput />
        </Field>
        <Field name="remark" label={t('warehouse/masters:field.remark')} span={2}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
