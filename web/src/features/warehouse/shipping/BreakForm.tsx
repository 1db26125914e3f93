import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { Exact, normalizeDecimal } from '@xunyun/contract/kernel/decimal'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { breakPack } from '@xunyun/contract/warehouse/shipping/unpacking'
import { Form, Input } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import type { Sending } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../../shared/form/inputs.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { outboundPaths } from './paths.ts'

type Values = Sending<typeof breakPack>

/** Packs that were broken into single units, and why. The stock, kept in single units, stays. */
export function BreakForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('warehouse/shipping')
  const add = useAction(breakPack, { refresh: outboundPaths })
  return (
    <FormDrawer<Values>
      name="break-pack"
      title={t('act.breakPack')}
      submitLabel={t('act.breakPack')}
      call={breakPack}
      initial={{ reason: 'loose' }}
      onSubmit={async (values, options) => {
        const { unpackNo } = await add.run(values, options)
        toast.success(t('unpack.made', { no: unpackNo }))
      }}
      onClose={onClose}
    >
      <BreakFields />
    </FormDrawer>
  )
}

function BreakFields() {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const fill = useFill()
  const warehouseId = Form.useWatch<number | undefined>('warehouseId')
  const itemId = Form.useWatch<number | undefined>('itemId')
  const unit = Form.useWatch<string | undefined>('unit')
  const count = String(Form.useWatch<number | string | undefined>('count') ?? '')
  const { data } = useQuery({
    ...q(getItemChoices, { ids: itemId === undefined ? [] : [itemId] }),
    enabled: itemId !== undefined,
  })
  const item = data?.[0]
  const packs = item?.packs ?? []
  const only = packs.length === 1 ? packs[0]?.unit : undefined
  useEffect(() => {
    if (only !== undefined) fill({ unit: only })
  }, [only, fill])
  const pack = packs.find((one) => one.unit === unit)
  const word = (code: string) => wordFor('unit', code, language)
  const makes = (packCount: string) =>
    item && pack
      ? `${figure(packCount)} ${word(pack.unit)} → ${figure(normalizeDecimal(new Exact(pack.ratio).times(packCount).toFixed()))} ${word(item.baseUnit)}`
      : undefined
  return (
    <FormSection>
      <Field name="warehouseId" label={t('field.warehouse')}>
        <Lookup
          call={getWarehouseChoices}
          allowClear={false}
          onChange={(next: never) => fill({ warehouseId: next, locationId: undefined })}
        />
      </Field>
      <Field name="itemId" label={t('field.itemNo')}>
        <Lookup
          call={getItemChoices}
          allowClear={false}
          onChange={(next: never) => fill({ itemId: next, unit: undefined })}
        />
      </Field>
      <Field
        name="unit"
        label={t('unpack.packUnit')}
        hint={item && packs.length === 0 ? t('unpack.noPack') : makes('1')}
      >
        <Choice
          disabled={packs.length === 0}
          allowClear={false}
          options={packs.map((one) => ({ value: one.unit, label: word(one.unit) }))}
        />
      </Field>
      <Field name="count" label={t('unpack.packCount')} hint={/^[1-9]\d{0,6}$/.test(count) ? makes(count) : undefined}>
        <IntegerInput />
      </Field>
      <Field name="locationId" label={t('field.location')}>
        <Lookup call={getLocationChoices} input={{ warehouseId }} disabled={warehouseId === undefined} />
      </Field>
      <Field name="reason" label={t('field.reason')}>
        <Choice type="unpackReason" allowClear={false} />
      </Field>
      <Field name="remark" label={t('field.remark')} span={2}>
        <Input maxLength={200} />
      </Field>
    </FormSection>
  )
}
