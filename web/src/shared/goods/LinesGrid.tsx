import { wordFor } from '@xunyun/contract/dictionary'
import { getItemChoices, type ItemChoice } from '@xunyun/contract/warehouse/masters/items'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/api.ts'
import { Choice } from '../form/Choice.tsx'
import { useCellErrors } from '../form/FormFrame.tsx'
import { type CellProps, LineGrid } from '../form/LineGrid.tsx'
import { Lookup } from '../form/Lookup.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { figure } from '../ui/format.ts'
import { toast } from '../ui/toasts.ts'
import styles from './Goods.module.css'
import {
  baseQty,
  type Cell,
  cells,
  filled,
  itemOf,
  type LineDraft,
  pastedRows,
  totalQty,
  unitsOf,
} from './goodsLines.ts'
import { LineText } from './LineText.tsx'

type Props = {
  readonly value?: readonly LineDraft[]
  readonly onChange?: (lines: readonly LineDraft[]) => void
  /** In their order, which is that of pasted columns too. */
  readonly columns?: readonly Cell[]
  /** What is said where there is no line to send. */
  readonly empty?: string
  /** What `expiry` means, where it is not the goods' own. */
  readonly expiryTitle?: string
  /** What is known of a line's quantity, below it. */
  readonly belowQty?: (row: number) => ReactNode
}

const titles = {
  item: 'field.itemNo',
  qty: 'field.quantity',
  unit: 'field.unit',
  batchNo: 'field.batchNo',
  production: 'field.production',
  expiry: 'field.expiry',
  quality: 'field.quality',
} as const satisfies Record<Cell, string>

/** The cell of a field that is named otherwise where it is sent. */
const cellOfField = { itemId: 'item', unitQty: 'qty', expiryAfter: 'expiry' } as const satisfies Record<string, Cell>

/** Goods line by line, by keyboard alone: Enter goes on and opens the next line; rows from Excel can be pasted. */
export function LinesGrid({ value = [], onChange, columns = cells, empty, expiryTitle, belowQty }: Props) {
  const { t } = useTranslation('goods')
  const language = useLanguage()
  const ownerId = Form.useWatch<number | undefined>('ownerId')
  const rows = filled(value).map(({ row }) => row)
  const errors = useCellErrors('lines', { rows, cells: cellOfField })
  const titleOf = (cell: Cell) => (cell === 'expiry' && expiryTitle ? expiryTitle : t(titles[cell]))
  const onPaste = async (text: string, row: number) => {
    if (ownerId === undefined) {
      toast.warning(t('lines.ownerFirst'))
      return
    }
    const pasted = pastedRows(text, columns)
    const items = await api(getItemChoices, { ownerId, codes: pasted.map(({ code }) => code) })
    const found = pasted.map(({ code, draft }) => ({ code, draft, match: itemOf(items, code) }))
    const unknown = found.filter(({ match }) => match === undefined).map(({ code }) => code)
    if (unknown.length > 0) toast.warning(t('lines.unknown', { items: unknown.slice(0, 10).join(', ') }))
    const lines = found.flatMap(({ draft, match }) =>
      match === undefined ? [] : [{ ...draft, item: match.item, unit: draft.unit ?? match.unit }],
    )
    onChange?.(filled([...value.slice(0, row), ...lines, ...value.slice(row + 1)]).map(({ line }) => line))
  }
  const cellOf = (cell: Cell, line: LineDraft, set: (patch: LineDraft) => void, props: CellProps, row: number) => {
    switch (cell) {
      case 'item':
        return (
          <Lookup
            {...props}
            call={getItemChoices}
            input={{ ownerId }}
            disabled={ownerId === undefined}
            allowClear={false}
            value={line.item?.id}
            known={line.item && [{ id: line.item.id, label: `${line.item.itemNo} ${line.item.name}`, hint: null }]}
            onChange={(_: never, [chosen]) => chosen && set({ item: chosen as ItemChoice, unit: undefined })}
            placeholder={
              row === value.length ? t(ownerId === undefined ? 'lines.ownerFirst' : 'lines.item') : undefined
            }
          />
        )
      case 'unit': {
        const base = line.unit === undefined || line.unit === line.item?.baseUnit ? null : baseQty(line)
        return (
          <>
            <Choice
              {...props}
              allowClear={false}
              placeholder={null}
              value={line.unit ?? line.item?.baseUnit}
              options={unitsOf(line.item).map(({ unit }) => ({ value: unit, label: wordFor('unit', unit, language) }))}
              onChange={(unit: string) => set({ unit })}
            />
            {base !== null && (
              <div className={styles.base}>
                {t('lines.inBase', { qty: figure(base), unit: wordFor('unit', line.item?.baseUnit ?? '', language) })}
              </div>
            )}
          </>
        )
      }
      case 'quality':
        return (
          <Choice
            {...props}
            type="quality"
            allowClear={false}
            placeholder={null}
            value={row < value.length ? (line.quality ?? 'good') : undefined}
            onChange={(quality: string) => set({ quality })}
          />
        )
      default:
        return (
          <>
            <LineText
              {...props}
              day={cell === 'production' || cell === 'expiry'}
              value={line[cell]}
              onChange={(text) => set({ [cell]: text })}
            />
            {cell === 'qty' && row < value.length && belowQty?.(row)}
          </>
        )
    }
  }
  return (
    <LineGrid<LineDraft>
      name="lines"
      label={t('lines.title')}
      value={value}
      onChange={onChange}
      errors={errors}
      empty={empty}
      numbered
      blank={() => ({})}
      onPaste={(text, row) => void onPaste(text, row).catch(() => undefined)}
      foot={{ item: t('lines.total'), qty: figure(totalQty(value)) }}
      columns={columns.map((cell) => ({
        key: cell,
        title: titleOf(cell),
        required: cell === 'item' || cell === 'qty',
        right: cell === 'qty',
        className: styles[cell],
        render: (line, set, props, row) => cellOf(cell, line, set, props, row),
      }))}
    />
  )
}
