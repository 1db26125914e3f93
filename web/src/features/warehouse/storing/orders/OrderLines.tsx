import { codes, wordFor } from '@xunyun/contract/dictionary'
import type { Choice as ChoiceRow } from '@xunyun/contract/kernel/list'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import {
  getMovableStock,
  isMove,
  type MovableStock,
  type StockOrderType,
} from '@xunyun/contract/warehouse/storing/orders'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Two } from '../../../../shared/detail/LinesTable.tsx'
import { Choice } from '../../../../shared/form/Choice.tsx'
import { type LineColumn, LineGrid } from '../../../../shared/form/LineGrid.tsx'
import { Lookup } from '../../../../shared/form/Lookup.tsx'
import { LineText } from '../../../../shared/goods/LineText.tsx'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../../shared/ui/format.ts'
import styles from './Orders.module.css'
import { asksNumbers, beginningOf, type LineDraft, mostOf } from './orderLines.ts'

type Props = {
  readonly value?: readonly LineDraft[]
  readonly onChange?: (lines: readonly LineDraft[]) => void
  /** What is said where there is no line to send. */
  readonly empty: string
}

/** The goods of an order line by line; what is asked of each follows from the type of the order. */
export function OrderLines({ value = [], onChange, empty }: Props) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  const type = Form.useWatch<StockOrderType | undefined>('type') ?? 'move'
  const [first] = value
  const add = (chosen: ChoiceRow | undefined) => {
    const stock = chosen as MovableStock | undefined
    if (stock && !value.some((line) => line.stock.id === stock.id)) onChange?.([...value, beginningOf(type, stock)])
  }
  const to: LineColumn<LineDraft> = {
    key: 'toLocationId',
    title: t('order.to'),
    className: styles.place,
    render: ({ stock, toLocationId }, set, props) => (
      <Lookup
        {...props}
        call={getLocationChoices}
        input={{ warehouseId: stock.warehouseId }}
        allowClear={type === 'quality'}
        value={toLocationId}
        onChange={(next: never) => set({ toLocationId: next })}
        placeholder={t(type === 'quality' ? 'order.stays' : 'order.toHint')}
      />
    ),
  }
  const toQuality: LineColumn<LineDraft> = {
    key: 'toQuality',
    title: t('order.toQuality'),
    className: styles.quality,
    render: (line, set, props) => (
      <Choice
        {...props}
        type="quality"
        only={codes('quality').filter((code) => code !== line.stock.quality)}
        allowClear={false}
        placeholder={t('order.toQuality')}
        value={line.toQuality}
        onChange={(next: LineDraft['toQuality']) => set({ toQuality: next })}
      />
    ),
  }
  return (
    <LineGrid<LineDraft>
      name="lines"
      label={t('order.lines')}
      value={value}
      onChange={onChange}
      empty={empty}
      numbered
      columns={[
        {
          key: 'stockId',
          title: t('order.from'),
          shown: true,
          render: ({ stock, whole }, set) => (
            <>
              <Two first={stock.locationCode} below={stock.containerCode} />
              {isMove(type) && stock.containerCode !== null && (
                <Checkbox checked={whole} onChange={({ target }) => set({ whole: target.checked })}>
                  {t('order.whole')}
                </Checkbox>
              )}
            </>
          ),
        },
        {
          key: 'item',
          title: t('warehouse/ledger:column.itemNo'),
          shown: true,
          render: ({ stock }) => (
            <Two
              first={stock.itemNo}
              below={[stock.itemName, stock.batchNo, wordFor('quality', stock.quality, language)]
                .filter(Boolean)
                .join(' · ')}
            />
          ),
        },
        {
          key: 'most',
          title: t(type === 'unfreeze' ? 'warehouse/ledger:column.frozen' : 'order.free'),
          right: true,
          shown: true,
          render: ({ stock }) => (
            <>
              {figure(mostOf(type, stock))}{' '}
              <span className={styles.quiet}>{wordFor('unit', stock.baseUnit, language)}</span>
            </>
          ),
        },
        {
          key: 'qty',
          also: ['serials'],
          title: t('order.qty'),
          right: true,
          className: styles.qty,
          render: (line, set, props, row) => (
            <>
              {isMove(type) && line.whole ? (
                <div className={styles.all}>{t('order.all')}</div>
              ) : (
                <LineText {...props} maxLength={20} value={line.qty} onChange={(qty) => set({ qty })} />
              )}
              {asksNumbers(type, line) && (
                <Input.TextArea
                  variant="borderless"
                  autoSize={{ minRows: 1, maxRows: 6 }}
                  placeholder={t('order.serials')}
                  aria-label={`${t('warehouse/ledger:column.serials')} ${row + 1}`}
                  value={line.serials ?? ''}
                  onChange={(event) => set({ serials: event.target.value })}
                />
              )}
            </>
          ),
        },
        ...(isMove(type) || type === 'quality' ? [to] : []),
        ...(type === 'quality' ? [toQuality] : []),
      ]}
      last={
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
      }
    />
  )
}
