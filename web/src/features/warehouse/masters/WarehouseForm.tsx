import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { getUsers } from '@xunyun/contract/system/calls'
import {
  addWarehouse,
  changeWarehouse,
  getWarehouse,
  sellableZones,
  type WarehouseRow,
  type ZoneType,
} from '@xunyun/contract/warehouse/masters/warehouses'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, type Sending } from '../../../shared/api/api.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { TheirList } from '../../../shared/form/FormFrame.tsx'
import { DecimalInput, IntegerInput } from '../../../shared/form/inputs.tsx'
import { LineGrid } from '../../../shared/form/LineGrid.tsx'
import { known, Lookup } from '../../../shared/form/Lookup.tsx'
import { RegionPicker } from '../../../shared/form/RegionPicker.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useSession } from '../../../shared/session/session.ts'
import styles from './Masters.module.css'
import { warehousePaths } from './paths.ts'

type Zone = {
  id?: number
  code?: string
  name?: string
  type: ZoneType
  sellable: boolean
  tempClass: string
  enabled: boolean
}
type Values = Omit<Sending<typeof addWarehouse>, 'zones'> & { readonly zones: readonly Zone[] }

/** What every warehouse begins with, in the order that goods go through it. */
const usualZones: readonly (readonly [code: string, type: ZoneType])[] = [
  ['SH', 'receive'],
  ['A', 'store'],
  ['J', 'pick'],
  ['B', 'stage'],
  ['T', 'return'],
  ['C', 'reject'],
]
/** Outlets outside of my scope are not mine to build in. */
const mine = { mine: true }
const isSellable = (type: ZoneType) => sellableZones.includes(type)

/** Adds a warehouse or changes one: where it is, its zones, and the rules of its floor. */
export function WarehouseForm({ warehouse, onClose }: { warehouse: WarehouseRow | null; onClose: () => void }) {
  const { t } = useTranslation(['warehouse/masters', 'ui'])
  const language = useLanguage()
  const outletId = useSession(({ userInfo }) => userInfo?.outletId)
  const blank = (): Partial<Values> => ({
    outletId: outletId ?? undefined,
    secondCheck: false,
    blindCount: true,
    weightTolerance: '5.00',
    nearExpiryDays: 30,
    handEntry: 'marked',
    receiveBackDays: 3,
    zones: usualZones.map(([code, type]) => ({
      code,
      name: wordFor('zoneType', type, language),
      type,
      sellable: isSellable(type),
      tempClass: 'normal',
      enabled: true,
    })),
  })
  const { form, record } = useRecordForm(warehouse?.id ?? null, {
    name: 'warehouse',
    add: addWarehouse,
    change: changeWarehouse,
    get: (id) => api(getWarehouse, { id }),
    refresh: warehousePaths,
    fresh: blank(),
  })
  return (
    <FormDrawer
      {...form}
      title={warehouse ? t('edit', { name: warehouse.name }) : t('new.warehouse')}
      width={880}
      onClose={onClose}
    >
      <FormSection title={t('section.basic')}>
        <Field name="code" label={t('field.code')} hint={t('hint.code')}>
          <Input />
        </Field>
        <Field name="name" label={t('field.name')}>
          <Input />
        </Field>
        <Field name="outletId" label={t('field.outletName')} says={() => record?.outletName}>
          <Lookup call={getOutletChoices} input={mine} allowClear={false} />
        </Field>
        <Field name="managerId" label={t('field.managerName')} says={() => record?.managerName}>
          <Lookup call={getUsers} known={known(warehouse?.managerId, warehouse?.managerName)} />
        </Field>
        <Field name="regionCode" label={t('field.regionName')} says={() => record?.regionName}>
          <RegionPicker />
        </Field>
        <Field name="areaM2" label={t('field.areaM2')}>
          <DecimalInput places={2} suffix="m²" />
        </Field>
        <Field name="address" label={t('field.address')} span={2}>
          <Input />
        </Field>
        <Field name="remark" label={t('field.remark')} span={2}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Field>
      </FormSection>
      <FormSection title={t('section.zones')} hint={t('hint.zones')}>
        <div className={styles.wide}>
          <Form.Item name="zones" noStyle>
            <Zones />
          </Form.Item>
          <TheirList<Zone> name="zones" says={({ code, name }) => `${code ?? ''} ${name ?? ''}`} />
        </div>
      </FormSection>
      <FormSection title={t('section.rules')}>
        <Field
          name="secondCheck"
          required={false}
          label={t('field.secondCheck')}
          valuePropName="checked"
          hint={t('hint.secondCheck')}
        >
          <Checkbox />
        </Field>
        <Field
          name="blindCount"
          required={false}
          label={t('field.blindCount')}
          valuePropName="checked"
          hint={t('hint.blindCount')}
        >
          <Checkbox />
        </Field>
        <Field name="weightTolerance" label={t('field.weightTolerance')} hint={t('hint.weightTolerance')}>
          <DecimalInput places={2} suffix="%" />
        </Field>
        <Field name="nearExpiryDays" label={t('field.nearExpiryDays')} hint={t('hint.nearExpiryDays')}>
          <IntegerInput suffix={t('unit.day')} />
        </Field>
        <Field name="receiveBackDays" label={t('field.receiveBackDays')} hint={t('hint.receiveBackDays')}>
          <IntegerInput suffix={t('unit.day')} />
        </Field>
        <Field
          name="handEntry"
          label={t('field.handEntry')}
          says={(code) => wordFor('handEntry', String(code), language)}
          hint={t('hint.handEntry')}
        >
          <Choice type="handEntry" allowClear={false} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

type ZonesProps = {
  readonly value?: readonly Zone[]
  readonly onChange?: (zones: readonly Zone[]) => void
}

/** Only storage and picking zones can be sold from: another type takes the mark away. */
function Zones({ value, onChange }: ZonesProps) {
  const { t } = useTranslation('warehouse/masters')
  return (
    <LineGrid<Zone>
      name="zones"
      label={t('section.zones')}
      value={value}
      onChange={onChange}
      add={t('zone.add')}
      none={t('zone.none')}
      blank={() => ({ type: 'store', sellable: true, tempClass: 'normal', enabled: true })}
      columns={[
        {
          key: 'code',
          title: t('zone.code'),
          required: true,
          width: 96,
          render: ({ code }, change, props) => (
            <Input
              {...props}
              value={code ?? ''}
              onChange={({ target }) => change({ code: target.value.toUpperCase() })}
            />
          ),
        },
        {
          key: 'name',
          title: t('zone.name'),
          required: true,
          render: ({ name }, change, props) => (
            <Input {...props} value={name ?? ''} onChange={({ target }) => change({ name: target.value })} />
          ),
        },
        {
          key: 'type',
          title: t('zone.type'),
          width: 136,
          render: ({ type }, change, props) => (
            <Choice
              type="zoneType"
              allowClear={false}
              {...props}
              value={type}
              onChange={(next: ZoneType) => change({ type: next, sellable: isSellable(next) })}
            />
          ),
        },
        {
          key: 'sellable',
          title: t('zone.sellable'),
          width: 64,
          render: ({ sellable, type }, change, props) => (
            <Checkbox
              aria-label={props['aria-label']}
              disabled={!isSellable(type)}
              checked={sellable}
              onChange={({ target }) => change({ sellable: target.checked })}
            />
          ),
        },
        {
          key: 'tempClass',
          title: t('zone.tempClass'),
          width: 104,
          render: ({ tempClass }, change, props) => (
            <Choice
              type="tempClass"
              allowClear={false}
              {...props}
              value={tempClass}
              onChange={(next: string) => change({ tempClass: next })}
            />
          ),
        },
        {
          key: 'enabled',
          title: t('zone.enabled'),
          width: 64,
          render: ({ enabled }, change, props) => (
            <Checkbox
              aria-label={props['aria-label']}
              checked={enabled}
              onChange={({ target }) => change({ enabled: target.checked })}
            />
          ),
        },
      ]}
    />
  )
}
