import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import type { Output } from '@xunyun/contract/kernel/call'
import {
  addKitOrder,
  getKitOrder,
  getKitStock,
  type KitOrderKind,
  type KitStock,
  planAssembly,
  planDisassembly,
  runKitOrder,
} from '@xunyun/contract/warehouse/kitting/kitOrders'
import { getKit, getKitChoices, type KitDetail } from '@xunyun/contract/warehouse/kitting/kits'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import { placesOf } from '@xunyun/contract/warehouse/masters/quantity'
import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Form, Input } from 'antd'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { DayInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput } from '../../../shared/form/inputs.tsx'
import { Lookup, useLabels } from '../../../shared/form/Lookup.tsx'
import { numbersIn } from '../../../shared/goods/goodsLines.ts'
import { ShortageTable } from '../../../shared/goods/ShortageTable.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import styles from './Kitting.module.css'
import { type Drafts, isQty, type OrderValues, toParts, valuesOf } from './orderDraft.ts'
import { kitPaths } from './paths.ts'
import { Returns } from './Returns.tsx'
import { Takes } from './Takes.tsx'

/** A new order, or one that waits and is to be done. */
export type KitOrderOpen = {
  readonly kind: KitOrderKind
  readonly kitId: number | null
  readonly orderId: number | null
  readonly warehouseId?: number | undefined
}

/** Makes sets or takes them apart, now or later: where each part comes from or goes to is seen before. */
export function KitOrderForm({ open, onClose }: { open: KitOrderOpen; onClose: () => void }) {
  const { t } = useTranslation('warehouse/kitting')
  const language = useLanguage()
  const client = useQueryClient()
  const { kind, orderId } = open
  const waiting = useQuery({
    queryKey: [getKitOrder.path, orderId, 'form'],
    queryFn: ({ signal }) => api(getKitOrder, { id: orderId ?? 0 }, { signal }),
    enabled: orderId !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const add = useAction(addKitOrder, { refresh: kitPaths })
  const run = useAction(runKitOrder, { refresh: kitPaths })
  const save = async ({ when, serials, parts = {}, ...values }: OrderValues, options: { key: string }) => {
    const lines = await planned(kind, values, serials, parts)
    const details = {
      toLocationId: values.toLocationId,
      batchNo: values.batchNo,
      expiry: values.expiry,
      serials: numbersIn(serials),
      parts: toParts(kind, lines, parts),
      seen: when === 'now' ? seenIn(client) : undefined,
    }
    try {
      const { orderNo, state } =
        orderId === null
          ? await add.run({ ...values, ...details, kind, run: when === 'now' }, options)
          : await run.run({ id: orderId, ...details }, options)
      toast.success(t('order.made', { no: orderNo, state: wordFor('kitOrderState', state, language) }))
    } catch (error) {
      // What is there by now is shown, whatever stood against it.
      void client.invalidateQueries({ queryKey: [planAssembly.path] })
      throw error
    }
  }
  const order = waiting.data
  const beginning: Partial<OrderValues> = {
    kitId: open.kitId ?? undefined,
    warehouseId: kind === 'assemble' ? open.warehouseId : undefined,
    qty: '1',
    when: 'now',
    parts: {},
  }
  const title = order
    ? t('order.runTitle', { no: order.orderNo })
    : t(kind === 'assemble' ? 'act.newAssembly' : 'act.newDisassembly')
  return (
    <FormDrawer<OrderValues>
      name={orderId === null ? `kit-order-${kind}-${open.kitId ?? 'new'}` : `kit-order-${orderId}`}
      title={title}
      submitLabel={orderId === null ? t('order.save') : t('order.act.run')}
      call={orderId === null ? addKitOrder : runKitOrder}
      initial={orderId === null ? beginning : order && valuesOf(order)}
      width={960}
      onSubmit={save}
      onClose={onClose}
    >
      <OrderFields kind={kind} fixed={orderId !== null} />
    </FormDrawer>
  )
}

/** The takes that are on the screen: what was seen is what is agreed to. */
const seenIn = (client: QueryClient): { stockId: number; qty: string }[] | undefined => {
  const [shown] = client.getQueriesData<Output<typeof planAssembly>>({ queryKey: [planAssembly.path], type: 'active' })
  return shown?.[1]?.lines.flatMap(({ takes }) => takes.map(({ stockId, qty }) => ({ stockId, qty })))
}

/** The parts as they are by now, so that they are sent in the order in which they are shown. */
async function planned(kind: KitOrderKind, values: Partial<OrderValues>, serials: string | undefined, parts: Drafts) {
  const { kitId, warehouseId, stockId, qty } = values
  if (kind === 'assemble') {
    const input = { kitId, warehouseId, qty, parts: namedIn(parts) }
    return (await api(planAssembly, input, { quiet: true })).lines
  }
  const input = { kitId, stockId, qty, serials: numbersIn(serials) }
  return (await api(planDisassembly, input, { quiet: true })).lines
}

/** Parts whose numbers are typed: they are taken from where these stand. */
const namedIn = (parts: Drafts) =>
  Object.entries(parts).flatMap(([partId, { serials }]) => {
    const numbers = numbersIn(serials)
    return numbers.length === 0 ? [] : [{ partId: Number(partId), serials: numbers }]
  })

type FieldsProps = { kind: KitOrderKind; fixed: boolean }

function OrderFields({ kind, fixed }: FieldsProps) {
  const { t } = useTranslation('warehouse/kitting')
  const language = useLanguage()
  const form = Form.useFormInstance<OrderValues>()
  const kitId = Form.useWatch<number | undefined>('kitId', { form, preserve: true })
  const { data: kit } = useQuery({
    ...q(getKit, { id: kitId ?? 0 }),
    enabled: kitId !== undefined,
  })
  const unit = kit && wordFor('unit', kit.baseUnit, language)
  const later = Form.useWatch<string | undefined>('when', form) === 'later'
  const known = kit && [{ id: kit.id, label: `${kit.itemNo} ${kit.name}`, hint: null }]
  return (
    <>
      <FormSection columns={3}>
        <Field name="kitId" label={t('field.set')} span={2}>
          <Lookup call={getKitChoices} allowClear={false} disabled={fixed || undefined} known={known} />
        </Field>
        <Field name="qty" label={t('order.qty')}>
          <DecimalInput places={placesOf(kit?.baseUnit ?? 'piece')} short suffix={unit} disabled={fixed || undefined} />
        </Field>
        {kind === 'assemble' ? <AssemblyPlaces fixed={fixed} /> : <DisassemblyPlaces kitId={kitId} fixed={fixed} />}
        {fixed ? (
          <Form.Item name="when" hidden noStyle>
            <input type="hidden" />
          </Form.Item>
        ) : (
          <Field name="when" label={t('order.when')} required contract={false}>
            <Choice
              allowClear={false}
              options={[
                { value: 'now', label: t('order.now') },
                { value: 'later', label: t('order.later') },
              ]}
            />
          </Field>
        )}
        {kit && kind === 'assemble' && <SetFields kit={kit} />}
        {kit?.serialControlled && (
          <Field
            name="serials"
            label={t('field.setSerials')}
            contract={false}
            required={!later && kind === 'assemble'}
            hint={kind === 'assemble' ? undefined : t('hint.setSerials')}
            span={3}
          >
            <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} />
          </Field>
        )}
      </FormSection>
      <Form.Item name="parts" noStyle>
        {kind === 'assemble' ? <Assembly /> : <Disassembly />}
      </Form.Item>
      {!fixed && (
        <FormSection columns={1}>
          <Field name="remark" label={t('field.remark')}>
            <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
          </Field>
        </FormSection>
      )}
    </>
  )
}

function AssemblyPlaces({ fixed }: { fixed: boolean }) {
  const { t } = useTranslation('warehouse/kitting')
  const form = Form.useFormInstance<OrderValues>()
  const warehouseId = Form.useWatch<number | undefined>('warehouseId', { form, preserve: true })
  return (
    <>
      <Field name="warehouseId" label={t('field.warehouse')} required>
        <Lookup
          call={getWarehouseChoices}
          allowClear={false}
          disabled={fixed || undefined}
          onChange={() => form.setFieldValue('toLocationId', undefined)}
        />
      </Field>
      <Target warehouseId={warehouseId} label={t('order.setsTo')} />
    </>
  )
}

function DisassemblyPlaces({ kitId, fixed }: { kitId: number | undefined; fixed: boolean }) {
  const { t } = useTranslation('warehouse/kitting')
  const form = Form.useFormInstance<OrderValues>()
  const stockId = Form.useWatch<number | undefined>('stockId', { form, preserve: true })
  const labels = useLabels(getKitStock, stockId === undefined ? [] : [stockId], { kitId })
  const key = labels.get(stockId ?? 0) as KitStock | undefined
  return (
    <>
      <Field
        name="stockId"
        label={t('order.from')}
        required
        hint={key && t('hint.free', { free: figure(key.free), warehouse: key.warehouseName })}
      >
        <Lookup
          call={getKitStock}
          input={{ kitId }}
          allowClear={false}
          disabled={fixed || kitId === undefined || undefined}
          onChange={() => form.setFieldValue('toLocationId', undefined)}
        />
      </Field>
      <Target warehouseId={key?.warehouseId} label={t('order.partsTo')} />
    </>
  )
}

function Target({ warehouseId, label }: { warehouseId: number | undefined; label: string }) {
  return (
    <Field name="toLocationId" label={label}>
      <Lookup
        call={getLocationChoices}
        input={{ warehouseId }}
        allowClear={false}
        disabled={warehouseId === undefined || undefined}
      />
    </Field>
  )
}

/** What is asked of a set that is watched. */
function SetFields({ kit }: { kit: KitDetail }) {
  const { t } = useTranslation('warehouse/kitting')
  return (
    <>
      {kit.batchControlled && (
        <Field name="batchNo" label={t('field.batchNo')} hint={t('hint.batchNo')}>
          <Input maxLength={60} />
        </Field>
      )}
      {kit.expiryControlled && (
        <Field name="expiry" label={t('field.expiry')} hint={t('hint.expiry')}>
          <DayInput />
        </Field>
      )}
    </>
  )
}

type PartsProps = {
  readonly value?: Drafts
  readonly onChange?: (parts: Drafts) => void
}

/** 取货: where each part would be taken from, and what is missing. */
function Assembly({ value = {}, onChange }: PartsProps) {
  const { t } = useTranslation('warehouse/kitting')
  const form = Form.useFormInstance<OrderValues>()
  const kitId = Form.useWatch<number | undefined>('kitId', { form, preserve: true })
  const warehouseId = Form.useWatch<number | undefined>('warehouseId', { form, preserve: true })
  const qty = useDeferredValue(Form.useWatch<string | undefined>('qty', form))
  const parts = useDeferredValue(namedIn(value))
  const input = { kitId, warehouseId, qty, parts }
  const { data } = useQuery({
    ...q(planAssembly, input),
    enabled: kitId !== undefined && warehouseId !== undefined && isQty(qty),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return (
    <FormSection
      title={t('order.takes')}
      hint={data?.expiry ? t('hint.firstExpiry', { day: data.expiry }) : t('hint.takes')}
      columns={1}
    >
      <div className={styles.wide}>
        {data === undefined || kitId === undefined || warehouseId === undefined ? (
          <p className={styles.lead}>{t('hint.planFirst')}</p>
        ) : (
          <Takes lines={data.lines} drafts={value} onChange={onChange} />
        )}
      </div>
      {data && data.shortages.length > 0 && (
        <div className={styles.wide}>
          <p className={styles.lead}>
            <b className={styles.missing}>{t('order.short')}</b> {t('order.shortText')}
          </p>
          <ShortageTable rows={data.shortages} label={t('order.short')} />
        </div>
      )}
    </FormSection>
  )
}

/** 拆出: what comes out of the sets, in which batches. */
function Disassembly({ value = {}, onChange }: PartsProps) {
  const { t } = useTranslation('warehouse/kitting')
  const form = Form.useFormInstance<OrderValues>()
  const kitId = Form.useWatch<number | undefined>('kitId', { form, preserve: true })
  const stockId = Form.useWatch<number | undefined>('stockId', { form, preserve: true })
  const qty = useDeferredValue(Form.useWatch<string | undefined>('qty', form))
  const serials = useDeferredValue(Form.useWatch<string | undefined>('serials', form))
  const input = { kitId, stockId, qty, serials: numbersIn(serials) }
  const { data } = useQuery({
    ...q(planDisassembly, input),
    enabled: kitId !== undefined && stockId !== undefined && isQty(qty),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return (
    <FormSection title={t('order.returns')} hint={t('hint.returns')} columns={1}>
      <div className={styles.wide}>
        {data === undefined || stockId === undefined ? (
          <p className={styles.lead}>{t('hint.stockFirst')}</p>
        ) : (
          <Returns lines={data.lines} drafts={value} onChange={onChange} />
        )}
      </div>
    </FormSection>
  )
}
