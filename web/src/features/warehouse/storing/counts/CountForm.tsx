import { useQuery } from '@tanstack/react-query'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { addStockCount, getCountRange, mostCountPlaces } from '@xunyun/contract/warehouse/storing/counts'
import { Form, Input } from 'antd'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { Declined, useAction } from '../../../../shared/action/useAction.ts'
import { api, type Sending } from '../../../../shared/api/api.ts'
import { q } from '../../../../shared/api/query.ts'
import { Choice } from '../../../../shared/form/Choice.tsx'
import { DayInput } from '../../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../../../shared/form/Lookup.tsx'
import { confirm } from '../../../../shared/ui/confirm.ts'
import { toast } from '../../../../shared/ui/toasts.ts'
import styles from './Counts.module.css'
import { countPaths } from './paths.ts'

type Values = Omit<Sending<typeof addStockCount>, 'start'> & { when: 'now' | 'later' }

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0)
/** Nothing narrows it: a forgotten choice would hold the whole warehouse still. */
const isWhole = ({ warehouseId: _, remark: __, ...range }: Omit<Values, 'when'>): boolean =>
  Object.values(range).every(isEmpty)

/** A new count: what is not named is all of it. */
export function CountForm({ onMade, onClose }: { onMade: (id: number) => void; onClose: () => void }) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const add = useAction(addStockCount, { refresh: countPaths })
  const askForWhole = async (range: Omit<Values, 'when'>) => {
    const { places } = await api(getCountRange, range, { quiet: true })
    const title = t('count.wholeAsk')
    if (!(await confirm({ title, text: t('count.wholeText', { count: places }), yes: t('count.save') })))
      throw new Declined()
  }
  return (
    <FormDrawer<Values>
      name="stock-count-new"
      title={t('count.new')}
      submitLabel={t('count.save')}
      call={addStockCount}
      initial={{ when: 'now' }}
      onSubmit={async ({ when, zoneIds = [], locationIds = [], itemIds = [], ...values }, options) => {
        const input = { ...values, zoneIds, locationIds, itemIds }
        if (isWhole(input)) await askForWhole(input)
        const { id, countNo } = await add.run({ ...input, start: when === 'now' }, options)
        toast.success(t('count.made', { no: countNo }))
        onMade(id)
      }}
      onClose={onClose}
    >
      <CountFields />
    </FormDrawer>
  )
}

function CountFields() {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const fill = useFill()
  const warehouseId = Form.useWatch<number | undefined>('warehouseId')
  const ownerId = Form.useWatch<number | undefined>('ownerId')
  const isOpen = warehouseId !== undefined
  const { data: known } = useQuery({
    ...q(getWarehouseChoices, { ids: warehouseId === undefined ? [] : [warehouseId] }),
    enabled: isOpen,
  })
  const zones = known?.[0]?.zones ?? []
  return (
    <>
      <FormSection>
        <Field name="warehouseId" label={t('warehouse/ledger:column.warehouseName')}>
          <Lookup
            call={getWarehouseChoices}
            allowClear={false}
            onChange={(next: never) => fill({ warehouseId: next, zoneIds: [], locationIds: [] })}
          />
        </Field>
        <Field name="when" label={t('count.when')} required contract={false} hint={t('count.whenHint')}>
          <Choice
            allowClear={false}
            options={[
              { value: 'now', label: t('order.now') },
              { value: 'later', label: t('count.later') },
            ]}
          />
        </Field>
      </FormSection>
      <FormSection title={t('count.range')} hint={t('count.rangeHint')}>
        <Field name="zoneIds" label={t('count.zones')} required={false} contract={false} span={2}>
          <Choice
            multiple
            disabled={!isOpen}
            options={zones.map((zone) => ({ value: zone.id, label: `${zone.code} ${zone.name}` }))}
          />
        </Field>
        <Field
          name="locationIds"
          label={t('warehouse/ledger:column.locationCode')}
          required={false}
          contract={false}
          span={2}
        >
          <Lookup call={getLocationChoices} input={{ warehouseId }} multiple disabled={!isOpen} />
        </Field>
        <Field name="abcClasses" label={t('count.abc')} required={false} contract={false} span={2}>
          <Choice type="abcClass" multiple />
        </Field>
        <Field name="ownerId" label={t('warehouse/ledger:column.ownerName')}>
          <Lookup call={getOwnerChoices} />
        </Field>
        <Field name="itemIds" label={t('warehouse/ledger:column.itemNo')} required={false} contract={false}>
          <Lookup call={getItemChoices} input={{ ownerId }} multiple />
        </Field>
        <Field name="movedFrom" label={t('count.movedFrom')} hint={t('count.movedHint')}>
          <DayInput />
        </Field>
        <Field name="movedTo" label={t('count.movedTo')}>
          <DayInput />
        </Field>
        <Found />
        <Field name="remark" label={t('order.remark')} span={2}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
        </Field>
      </FormSection>
    </>
  )
}

/** How many places it would be of, told before it is written; why there is no telling stands at the fields when it is saved. */
function Found() {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const watched = Form.useWatch<Partial<Values>, Partial<Values>>((values) => values as Partial<Values>)
  const asked = useDeferredValue(watched ?? {})
  const { when: _, remark: __, warehouseId, zoneIds = [], locationIds = [], itemIds = [], ...more } = asked
  const input = { ...more, warehouseId, zoneIds, locationIds, itemIds }
  const { data } = useQuery({
    ...q(getCountRange, input),
    enabled: warehouseId !== undefined,
    retry: false,
    staleTime: 0,
  })
  if (data === undefined) return null
  const isWrong = data.places === 0 || data.places > mostCountPlaces || data.taken > 0
  return (
    <p className={isWrong ? styles.rangeWrong : styles.range} role="status">
      {t('count.inRange', { count: data.places, empty: data.empty })}
      {data.places > mostCountPlaces && ` · ${t('count.most', { most: mostCountPlaces })}`}
      {data.taken > 0 && ` · ${t('count.taken', { count: data.taken })}`}
    </p>
  )
}
