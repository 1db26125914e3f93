import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addLocation, changeLocation, getLocation, type LocationRow } from '@xunyun/contract/warehouse/locations/calls'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../../shared/form/inputs.tsx'
import { warehousePaths } from '../masters/index.ts'
import { LocationFields } from './LocationFields.tsx'
import { LocationLimits } from './LocationLimits.tsx'

type Values = Sending<typeof addLocation>
type Props = {
  /** Its id where the plan is looked at; null: a new one. */
  readonly location: LocationRow | number | null
  /** Where a new one begins: as the list is filtered. */
  readonly place: { readonly warehouseId?: number; readonly zoneId?: number }
  readonly onClose: () => void
}

const valuesOf = (row: LocationRow): Partial<Values> => ({
  warehouseId: row.warehouseId,
  zoneId: row.zoneId,
  code: row.code,
  aisle: row.aisle,
  rack: row.rack,
  level: row.level,
  slot: row.slot,
  lengthCm: row.lengthCm,
  widthCm: row.widthCm,
  heightCm: row.heightCm,
  maxWeight: row.maxWeight,
  maxVolume: row.maxVolume,
  maxPallets: row.maxPallets,
  mixItem: row.mixItem,
  mixBatch: row.mixBatch,
  abc: row.abc as Values['abc'],
  pickSeq: row.pickSeq,
  putSeq: row.putSeq,
  remark: row.remark,
})

/** Adds a location or changes one: where it stands, what it can hold, when it is walked by. */
export function LocationForm({ location, place, onClose }: Props) {
  const { t } = useTranslation(['warehouse/locations', 'warehouse/masters', 'ui'])
  const client = useQueryClient()
  const known = typeof location === 'number' ? undefined : (location ?? undefined)
  const id = typeof location === 'number' ? location : location?.id
  const [version, setVersion] = useState<number | null>(null)
  const question = { queryKey: [getLocation.path, id], queryFn: () => api(getLocation, { id: id ?? 0 }), staleTime: 0 }
  const fetched = useQuery({ ...question, enabled: typeof location === 'number' })
  const row = known ?? fetched.data
  const add = useAction(addLocation, { refresh: warehousePaths, success: t('ui:master.saved') })
  const change = useAction(changeLocation, { refresh: warehousePaths, success: t('ui:master.saved') })
  const [blank] = useState<Partial<Values>>({ ...place, mixItem: true, mixBatch: true })
  const save = (values: Values, options: { key: string }) =>
    id === undefined
      ? add.run(values, options)
      : change.run({ ...values, id, version: version ?? row?.version ?? 0 }, options)
  const reload = async () => {
    const fresh = await client.fetchQuery(question)
    setVersion(fresh.version)
    return valuesOf(fresh)
  }
  return (
    <FormDrawer<Values>
      name={id === undefined ? 'location-new' : `location-${id}`}
      title={id === undefined ? t('new.location') : t('edit', { name: row?.code ?? '' })}
      submitLabel={t('ui:master.save')}
      call={id === undefined ? addLocation : changeLocation}
      initial={id === undefined ? blank : row && valuesOf(row)}
      onSubmit={save}
      onReload={id === undefined ? undefined : reload}
      onClose={onClose}
    >
      <FormSection title={t('section.place')}>
        <LocationFields fixed={id !== undefined} />
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
