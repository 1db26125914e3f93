import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { addReplenishment, getReplenishment, type ReplenishmentRow } from '@xunyun/contract/stock/replenishment'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/warehouses'
import { Checkbox, Form, Input } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { Field, FormDrawer, FormSection, useFill } from '../../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import styles from './Orders.module.css'
import { orderPaths } from './paths.ts'

type Values = {
  warehouseId?: number
  /** Only narrows what is shown. */
  ownerId?: number
  itemIds?: readonly number[]
  remark?: string
}

const isAble = (row: ReplenishmentRow) => row.toLocationId !== null && row.lines.length > 0

/** What picking zones lack, and where it would come from; chosen rows become tasks for the floor. */
export function ReplenishForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('stock')
  const add = useAction(addReplenishment, { refresh: orderPaths })
  return (
    <FormDrawer<Values>
      name="replenishment"
      title={t('replenish.title')}
      submitLabel={t('replenish.save')}
      call={addReplenishment}
      initial={{ itemIds: [] }}
      width={960}
      onSubmit={async ({ ownerId: _, ...values }, options) => {
        const { orders } = await add.run(values as Sending<typeof addReplenishment>, options)
        toast.success(t('replenish.made', { no: orders.map(({ orderNo }) => orderNo).join(', ') }))
      }}
      onClose={onClose}
    >
      <ReplenishFields />
    </FormDrawer>
  )
}

function ReplenishFields() {
  const { t } = useTranslation('stock')
  const fill = useFill()
  const warehouseId = Form.useWatch<number | undefined>('warehouseId')
  const ownerId = Form.useWatch<number | undefined>('ownerId')
  const { data } = useQuery({
    queryKey: [getReplenishment.path, warehouseId, ownerId],
    queryFn: ({ signal }) =>
      api(getReplenishment, { warehouseId, ownerId } as Sending<typeof getReplenishment>, { signal, quiet: true }),
    enabled: warehouseId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (data !== undefined) fill({ itemIds: data.filter(isAble).map(({ itemId }) => itemId) })
  }, [data, fill])
  return (
    <>
      <FormSection>
        <Field name="warehouseId" label={t('column.warehouseName')}>
          <Lookup call={getWarehouseChoices} allowClear={false} />
        </Field>
        <Field name="ownerId" label={t('column.ownerName')} required={false} contract={false}>
          <Lookup call={getOwnerChoices} />
        </Field>
        <Field name="remark" label={t('order.remark')} span={2}>
          <Input maxLength={500} />
        </Field>
      </FormSection>
      <FormSection title={t('replenish.rows')} hint={t('replenish.hint')} columns={1}>
        <div className={styles.wide}>
          {data?.length === 0 && <p role="status">{t('replenish.none')}</p>}
          <Form.Item name="itemIds" noStyle>
            <Rows rows={data ?? []} />
          </Form.Item>
        </div>
      </FormSection>
    </>
  )
}

type RowsProps = {
  readonly rows: readonly ReplenishmentRow[]
  readonly value?: readonly number[]
  readonly onChange?: (itemIds: readonly number[]) => void
}
function Rows({ rows, value = [], onChange }: RowsProps) {
  const { t } = useTranslation('stock')
  const language = useLanguage()
  if (rows.length === 0) return null
  return (
    <div className={styles.frame}>
      <table className={styles.grid} aria-label={t('replenish.rows')}>
        <thead>
          <tr>
            <th />
            <th>{t('column.itemNo')}</th>
            <th className={styles.right}>{t('replenish.level')}</th>
            <th className={styles.right}>{t('replenish.limits')}</th>
            <th>{t('order.from')}</th>
            <th className={styles.right}>{t('order.qty')}</th>
            <th>{t('order.to')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.itemId}>
              <td>
                <Checkbox
                  aria-label={row.itemNo}
                  disabled={!isAble(row)}
                  checked={value.includes(row.itemId)}
                  onChange={({ target }) =>
                    onChange?.(target.checked ? [...value, row.itemId] : value.filter((id) => id !== row.itemId))
                  }
                />
              </td>
              <td className={styles.goods}>
                <b>{row.itemNo}</b>
                <small>
                  {row.itemName} · {row.ownerName}
                </small>
              </td>
              <td className={styles.right}>
                {figure(row.level)}
                {row.arriving !== '0' && ` + ${t('replenish.arriving', { qty: figure(row.arriving) })}`}
              </td>
              <td className={styles.right}>
                {figure(row.pickMin)} – {figure(row.pickMax)}
              </td>
              <td>
                {row.lines.length === 0
                  ? t('replenish.noGoods')
                  : row.lines.map((line) => (
                      <div key={line.stockId}>
                        {[line.fromLocation, line.containerCode, line.batchNo].filter(Boolean).join(' · ')}
                      </div>
                    ))}
              </td>
              <td className={styles.right}>
                {row.lines.map((line) => (
                  <div key={line.stockId}>
                    {figure(line.qty)} {wordFor('unit', row.baseUnit, language)}
                    {line.whole && ` · ${t('replenish.whole')}`}
                  </div>
                ))}
              </td>
              <td>{row.toLocation ?? (row.lines.length > 0 ? t('replenish.noPlace') : '—')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
