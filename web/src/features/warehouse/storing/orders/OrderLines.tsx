import { codes, wordFor } from '@xunyun/contract/dictionary'
import type { Choice as ChoiceRow } from '@xunyun/contract/kernel/list'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import {
  getMovableStock,
  isMove,
  type MovableStock,
  type StockOrderType,
} from '@xunyun/contract/warehouse/storing/orders'
import { Button, Checkbox, Form, Input } from 'antd'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../../../shared/form/Choice.tsx'
import { enterInLines } from '../../../../shared/form/enter.ts'
import { useCellErrors } from '../../../../shared/form/FormFrame.tsx'
import { Lookup } from '../../../../shared/form/Lookup.tsx'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../../shared/ui/format.ts'
import styles from './Orders.module.css'
import { asksNumbers, beginningOf, type LineDraft, mostOf } from './orderLines.ts'

type Props = {
  readonly value?: readonly LineDraft[]
  readonly onChange?: (lines: readonly LineDraft[]) => void
}

/** The goods of an order line by line; what is asked of each follows from the type of the order. */
export function OrderLines({ value = [], onChange }: Props) {
  const errors = useCellErrors('lines')
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  const type = Form.useWatch<StockOrderType | undefined>('type') ?? 'move'
  const [first] = value
  const goes = isMove(type) || type === 'quality'
  const set = (row: number, patch: Partial<LineDraft>) =>
    onChange?.(value.map((line, at) => (at === row ? { ...line, ...patch } : line)))
  const add = (chosen: ChoiceRow | undefined) => {
    const stock = chosen as MovableStock | undefined
    if (stock && !value.some((line) => line.stock.id === stock.id)) onChange?.([...value, beginningOf(type, stock)])
  }
  const wrong = (row: number, cell: string) => {
    const message = errors.get(`${row}.${cell}`)
    return (
      message && (
        <div className={styles.wrong} role="alert">
          {message}
        </div>
      )
    )
  }
  const label = (word: string, row: number) => `${word} ${row + 1}`
  const place = (line: LineDraft, row: number) => (
    <Lookup
      variant="borderless"
      call={getLocationChoices}
      input={{ warehouseId: line.stock.warehouseId }}
      allowClear={type === 'quality'}
      value={line.toLocationId}
      onChange={(toLocationId: never) => set(row, { toLocationId })}
      placeholder={t(type === 'quality' ? 'order.stays' : 'order.toHint')}
      aria-label={label(t('order.to'), row)}
    />
  )
  return (
    <div className={styles.frame}>
      <table className={styles.grid} {...enterInLines} aria-label={t('order.lines')}>
        <thead>
          <tr>
            <th>#</th>
            <th>{t('order.from')}</th>
            <th>{t('warehouse/ledger:column.itemNo')}</th>
            <th className={styles.right}>{t(type === 'unfreeze' ? 'warehouse/ledger:column.frozen' : 'order.free')}</th>
            <th className={styles.right}>{t('order.qty')}</th>
            {goes && <th>{t('order.to')}</th>}
            {type === 'quality' && <th>{t('order.toQuality')}</th>}
            <th />
          </tr>
        </thead>
        <tbody>
          {value.map((line, row) => {
            const { stock } = line
            return (
              <tr key={stock.id}>
                <td className={styles.quiet}>{row + 1}</td>
                <td className={styles.goods}>
                  <b>{stock.locationCode}</b>
                  <small>{stock.containerCode}</small>
                  {isMove(type) && stock.containerCode !== null && (
                    <Checkbox checked={line.whole} onChange={({ target }) => set(row, { whole: target.checked })}>
                      {t('order.whole')}
                    </Checkbox>
                  )}
                  {wrong(row, 'stockId')}
                </td>
                <td className={styles.goods}>
                  <b>{stock.itemNo}</b>
                  <small>
                    {[stock.itemName, stock.batchNo, wordFor('quality', stock.quality, language)]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </td>
                <td className={styles.right}>
                  {figure(mostOf(type, stock))}{' '}
                  <span className={styles.quiet}>{wordFor('unit', stock.baseUnit, language)}</span>
                </td>
                <td data-cell className={styles.qty}>
                  {isMove(type) && line.whole ? (
                    <div className={styles.all}>{t('order.all')}</div>
                  ) : (
                    <Input
                      variant="borderless"
                      className={styles.figure}
                      inputMode="decimal"
                      maxLength={20}
                      status={errors.has(`${row}.qty`) ? 'error' : undefined}
                      aria-label={label(t('order.qty'), row)}
                      value={line.qty ?? ''}
                      onChange={(event) => set(row, { qty: event.target.value })}
                    />
                  )}
                  {wrong(row, 'qty')}
                  {asksNumbers(type, line) && (
                    <Input.TextArea
                      variant="borderless"
                      autoSize={{ minRows: 1, maxRows: 6 }}
                      placeholder={t('order.serials')}
                      aria-label={label(t('warehouse/ledger:column.serials'), row)}
                      value={line.serials ?? ''}
                      onChange={(event) => set(row, { serials: event.target.value })}
                    />
                  )}
                  {wrong(row, 'serials')}
                </td>
                {goes && (
                  <td data-cell className={styles.place}>
                    {place(line, row)}
                    {wrong(row, 'toLocationId')}
                  </td>
                )}
                {type === 'quality' && (
                  <td data-cell className={styles.quality}>
                    <Choice
                      variant="borderless"
                      allowClear={false}
                      aria-label={label(t('order.toQuality'), row)}
                      placeholder={t('order.toQuality')}
                      value={line.toQuality}
                      options={codes('quality')
                        .filter((code) => code !== stock.quality)
                        .map((code) => ({ value: code, label: wordFor('quality', code, language) }))}
                      onChange={(toQuality: string) => set(row, { toQuality })}
                    />
                    {wrong(row, 'toQuality')}
                  </td>
                )}
                <td>
                  <Button
                    type="text"
                    size="small"
                    aria-label={t('order.remove', { row: row + 1 })}
                    icon={<X size={14} strokeWidth={1.75} />}
                    onClick={() => onChange?.(value.filter((_, at) => at !== row))}
                  />
                </td>
              </tr>
            )
          })}
          <tr>
            <td className={styles.quiet}>{value.length + 1}</td>
            <td data-cell colSpan={goes ? 6 : 5}>
              <Lookup
                key={value.length}
                variant="borderless"
                className={styles.add}
                call={getMovableStock}
                input={first === undefined ? {} : { warehouseId: first.stock.warehouseId }}
                allowClear={false}
                onChange={(_: never, [chosen]) => add(chosen)}
                placeholder={t('order.add')}
                aria-label={t('order.add')}
              />
            </td>
            {type === 'quality' && <td />}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
