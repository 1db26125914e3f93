import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  addReplenishment,
  getReplenishment,
  type ReplenishmentRow,
} from '@xunyun/contract/warehouse/storing/replenishment'
import { Checkbox, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../../shared/action/useAction.ts'
import type { Sending } from '../../../../shared/api/api.ts'
import { ApiError } from '../../../../shared/api/errors.ts'
import { fieldMessages } from '../../../../shared/api/fieldErrors.ts'
import { q } from '../../../../shared/api/query.ts'
import { Field, FormDrawer, FormSection, useFill } from '../../../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../../../shared/form/Lookup.tsx'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../../shared/ui/format.ts'
import { toast } from '../../../../shared/ui/toasts.ts'
import { useStable } from '../../../../shared/ui/useStable.ts'
import styles from './Orders.module.css'
import { orderPaths } from './paths.ts'

type Line = { readonly stockId: number; readonly qty: string }
type Values = Omit<Sending<typeof addReplenishment>, 'lines'> & {
  /** Only narrows what is shown. */
  ownerId?: number
  /** Of the chosen items, as typed. */
  lines?: readonly Line[]
}

const isAble = (row: ReplenishmentRow) => row.toLocationId !== null && row.lines.length > 0

/** What picking zones lack, and where it would come from; chosen rows become tasks for the floor. */
export function ReplenishForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const add = useAction(addReplenishment, { refresh: orderPaths })
  const [wrong, setWrong] = useState<ReadonlyMap<number, string>>(new Map())
  const save = async ({ ownerId: _, lines = [], ...values }: Values, options: { key: string }) => {
    setWrong(new Map())
    const input = { ...values, lines: lines.map(({ stockId, qty }) => ({ stockId, qty: qty.trim() || '0' })) }
    try {
      const { orders } = await add.run(input, options)
      toast.success(t('replenish.made', { no: orders.map(({ orderNo }) => orderNo).join(', ') }))
    } catch (error) {
      if (error instanceof ApiError) {
        const messages = await fieldMessages(error)
        const stockOf = (index: unknown) => lines[Number(index)]?.stockId ?? 0
        setWrong(new Map(messages.map(({ name: [, index], errors: [text] }) => [stockOf(index), text ?? ''])))
      }
      throw error
    }
  }
  return (
    <FormDrawer<Values>
      name="replenishment"
      title={t('replenish.title')}
      submitLabel={t('replenish.save')}
      call={addReplenishment}
      initial={{ itemIds: [], lines: [] }}
      width={960}
      onSubmit={save}
      onClose={onClose}
    >
      <ReplenishFields wrong={wrong} />
    </FormDrawer>
  )
}

function ReplenishFields({ wrong }: { wrong: ReadonlyMap<number, string> }) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const fill = useStable(useFill())
  const warehouseId = Form.useWatch<number | undefined>('warehouseId')
  const ownerId = Form.useWatch<number | undefined>('ownerId')
  const { data } = useQuery({
    ...q(getReplenishment, { warehouseId, ownerId }),
    enabled: warehouseId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (data === undefined) return
    const able = data.filter(isAble)
    fill({ itemIds: able.map(({ itemId }) => itemId), lines: able.flatMap(suggestedOf) })
  }, [data, fill])
  return (
    <>
      <FormSection>
        <Field name="warehouseId" label={t('warehouse/ledger:column.warehouseName')}>
          <Lookup call={getWarehouseChoices} allowClear={false} />
        </Field>
        <Field name="ownerId" label={t('warehouse/ledger:column.ownerName')} required={false} contract={false}>
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
            <Rows rows={data ?? []} wrong={wrong} />
          </Form.Item>
          <Form.Item name="lines" hidden noStyle>
            <Input />
          </Form.Item>
        </div>
      </FormSection>
    </>
  )
}

const suggestedOf = ({ lines }: ReplenishmentRow): readonly Line[] =>
  lines.map(({ stockId, qty }) => ({ stockId, qty }))

type RowsProps = {
  readonly rows: readonly ReplenishmentRow[]
  /** By key. */
  readonly wrong: ReadonlyMap<number, string>
  readonly value?: readonly number[]
  readonly onChange?: (itemIds: readonly number[]) => void
}
function Rows({ rows, wrong, value = [], onChange }: RowsProps) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  const fill = useFill()
  const lines = Form.useWatch<readonly Line[] | undefined>('lines') ?? []
  if (rows.length === 0) return null
  const typed = (stockId: number) => lines.find((one) => one.stockId === stockId)?.qty
  const type = (stockId: number, qty: string) =>
    fill({ lines: lines.map((one) => (one.stockId === stockId ? { stockId, qty } : one)) })
  /** Only what is chosen is sent with its figures; chosen again, it is what was suggested. */
  const choose = (row: ReplenishmentRow, chosen: boolean) => {
    const own = suggestedOf(row)
    const others = lines.filter(({ stockId }) => !own.some((one) => one.stockId === stockId))
    fill({ lines: chosen ? [...others, ...own] : others })
    onChange?.(chosen ? [...value, row.itemId] : value.filter((id) => id !== row.itemId))
  }
  return (
    <div className={styles.frame}>
      <table className={styles.grid} aria-label={t('replenish.rows')}>
        <thead>
          <tr>
            <th />
            <th>{t('warehouse/ledger:column.itemNo')}</th>
            <th className={styles.right}>{t('replenish.level')}</th>
            <th className={styles.right}>{t('replenish.limits')}</th>
            <th>{t('order.from')}</th>
            <th className={styles.right}>{t('order.free')}</th>
            <th className={styles.right}>{t('order.qty')}</th>
            <th>{t('order.to')}</th>
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={row.itemId}>
            {(row.lines.length === 0 ? [undefined] : row.lines).map((line, at) => (
              <tr key={line?.stockId ?? 0}>
                {at === 0 && (
                  <>
                    <td rowSpan={row.lines.length || 1}>
                      <Checkbox
                        aria-label={row.itemNo}
                        disabled={!isAble(row)}
                        checked={value.includes(row.itemId)}
                        onChange={({ target }) => choose(row, target.checked)}
                      />
                    </td>
                    <td className={styles.goods} rowSpan={row.lines.length || 1}>
                      <b>{row.itemNo}</b>
                      <small>
                        {row.itemName} · {row.ownerName}
                      </small>
                    </td>
                    <td className={styles.right} rowSpan={row.lines.length || 1}>
                      {figure(row.level)}
                      {row.arriving !== '0' && ` + ${t('replenish.arriving', { qty: figure(row.arriving) })}`}
                    </td>
                    <td className={styles.right} rowSpan={row.lines.length || 1}>
                      {figure(row.pickMin)} – {figure(row.pickMax)}
                    </td>
                  </>
                )}
                {line === undefined ? (
                  <td colSpan={3} className={styles.quiet}>
                    {t('replenish.noGoods')}
                  </td>
                ) : (
                  <>
                    <td className={styles.goods}>
                      {[line.fromLocation, line.containerCode, line.batchNo].filter(Boolean).join(' · ')}
                      {line.whole && (typed(line.stockId) ?? line.qty) === line.free && (
                        <small>{t('replenish.whole')}</small>
                      )}
                    </td>
                    <td className={styles.right}>
                      {figure(line.free)}{' '}
                      <span className={styles.quiet}>{wordFor('unit', row.baseUnit, language)}</span>
                    </td>
                    <td data-cell className={styles.qty}>
                      <Input
                        variant="borderless"
                        className={styles.figure}
                        inputMode="decimal"
                        maxLength={20}
                        // Which serial numbers go is not chosen here: all of them, or the row is left out.
                        readOnly={row.serialControlled}
                        disabled={!value.includes(row.itemId)}
                        status={wrong.has(line.stockId) ? 'error' : undefined}
                        aria-label={`${t('order.qty')} ${row.itemNo} ${line.fromLocation}`}
                        value={typed(line.stockId) ?? line.qty}
                        onChange={({ target }) => type(line.stockId, target.value)}
                      />
                      {wrong.has(line.stockId) && (
                        <div className={styles.wrong} role="alert">
                          {wrong.get(line.stockId)}
                        </div>
                      )}
                    </td>
                  </>
                )}
                {at === 0 && (
                  <td className={styles.target} rowSpan={row.lines.length || 1}>
                    {row.toLocation ?? (row.lines.length > 0 ? t('replenish.noPlace') : '—')}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
