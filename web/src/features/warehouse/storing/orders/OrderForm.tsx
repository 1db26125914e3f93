import { useQuery } from '@tanstack/react-query'
import { entriesOf, wordFor } from '@xunyun/contract/dictionary'
import { addStockOrder, getMovableStock, type StockOrderType } from '@xunyun/contract/warehouse/storing/orders'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../../shared/action/useAction.ts'
import { api } from '../../../../shared/api/api.ts'
import { Choice } from '../../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../../../shared/form/FormDrawer.tsx'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { toast } from '../../../../shared/ui/toasts.ts'
import { OrderLines } from './OrderLines.tsx'
import styles from './Orders.module.css'
import { beginningOf, type LineDraft, mostOf, toLine } from './orderLines.ts'
import { orderPaths } from './paths.ts'

type Values = {
  type: StockOrderType
  reason: string
  remark?: string
  when: 'now' | 'later'
  lines: readonly LineDraft[]
}
/** A new order, of goods that were chosen already or of none yet. */
export type OrderOpen = { readonly type: StockOrderType; readonly ids: readonly number[] }

/** Goods are moved, frozen, freed or given another quality, at once or by somebody on the floor. */
export function OrderForm({ open, onSaved, onClose }: { open: OrderOpen; onSaved?: () => void; onClose: () => void }) {
  const { t } = useTranslation('warehouse/storing')
  const language = useLanguage()
  const known = useQuery({
    queryKey: [getMovableStock.path, 'form', open.ids],
    queryFn: ({ signal }) => api(getMovableStock, { ids: [...open.ids] }, { signal }),
    enabled: open.ids.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  const add = useAction(addStockOrder, { refresh: orderPaths })
  const save = async ({ lines, when, ...values }: Values, options: { key: string }) => {
    const input = {
      ...values,
      run: when === 'now',
      lines: (lines ?? []).map((line) => toLine(values.type, line)),
    }
    const { orderNo, state } = await add.run(input, options)
    const done = state === 'done' ? t(`order.done.${values.type}`) : wordFor('stockOrderState', state, language)
    toast.success(t('order.made', { no: orderNo, state: done }))
    onSaved?.()
  }
  const lines = known.data?.map((stock) => beginningOf(open.type, stock))
  return (
    <FormDrawer<Values>
      name={`stock-order-${open.type}-${open.ids.join('-') || 'new'}`}
      title={open.ids.length > 0 ? wordFor('stockOrderType', open.type, language) : t('order.new')}
      submitLabel={t('order.save')}
      call={addStockOrder}
      initial={
        open.ids.length > 0 && lines === undefined ? undefined : { type: open.type, when: 'now', lines: lines ?? [] }
      }
      width={960}
      onSubmit={save}
      onClose={onClose}
    >
      <OrderFields />
    </FormDrawer>
  )
}

/** Reasons that make no sense of a kind of order; a company's own ones go with all. */
const unfit: Readonly<Partial<Record<StockOrderType, readonly string[]>>> = {
  move: ['inspected'],
  freeze: ['tidy', 'replenish', 'inspected'],
  unfreeze: ['tidy', 'replenish'],
  quality: ['tidy', 'replenish'],
}
const reasonsFor = (type: StockOrderType | undefined): string[] =>
  entriesOf('stockReason').flatMap(({ code }) => (type !== undefined && unfit[type]?.includes(code) ? [] : [code]))

function OrderFields() {
  const { t } = useTranslation('warehouse/storing')
  const fill = useFill()
  const form = Form.useFormInstance<Values>()
  const type = Form.useWatch<StockOrderType | undefined>('type')
  return (
    <>
      <FormSection columns={3}>
        <Field name="type" label={t('order.type')}>
          <Choice
            type="stockOrderType"
            allowClear={false}
            onChange={(type: StockOrderType) => {
              // What may go differs from what may be frozen or freed.
              const lines = form.getFieldValue('lines') as readonly LineDraft[]
              const reason = form.getFieldValue('reason') as string | undefined
              const fits = reason === undefined || reasonsFor(type).includes(reason)
              fill({
                type,
                ...(fits ? {} : { reason: undefined }),
                lines: lines.map((line) => ({ ...line, qty: mostOf(type, line.stock) })),
              })
            }}
          />
        </Field>
        <Field name="reason" label={t('order.reason')}>
          <Choice type="stockReason" only={reasonsFor(type)} allowClear={false} />
        </Field>
        <Field name="when" label={t('order.when')} required contract={false}>
          <Choice
            allowClear={false}
            options={[
              { value: 'now', label: t('order.now') },
              { value: 'later', label: t('order.later') },
            ]}
          />
        </Field>
        <Field name="remark" label={t('order.remark')} span={3}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
        </Field>
      </FormSection>
      <FormSection title={t('order.lines')} hint={t('order.linesHint')} columns={1}>
        <div className={styles.wide}>
          <Form.Item name="lines" noStyle>
            <OrderLines empty={t('order.none')} />
          </Form.Item>
        </div>
      </FormSection>
    </>
  )
}
