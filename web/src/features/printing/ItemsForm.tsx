import type { Language } from '@xunyun/contract/pages'
import { columnTitles, fieldOf, isTable } from '@xunyun/contract/printing/fields'
import type { Layout, LayoutItem } from '@xunyun/contract/printing/layout'
import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { MmInput } from './MmInput.tsx'
import styles from './Printing.module.css'

type Props = { readonly layout: Layout; readonly onChange: (layout: Layout) => void }

/** What stands on the paper, row by row: on or off, its words, its size. */
export function ItemsForm({ layout, onChange }: Props) {
  const { t } = useTranslation('printing')
  const setRow = (at: number, change: (row: Layout['rows'][number]) => Layout['rows'][number]) =>
    onChange({ ...layout, rows: layout.rows.map((row, index) => (index === at ? change(row) : row)) })
  const setItem = (row: number, column: number, item: number, next: LayoutItem) =>
    setRow(row, (before) => ({
      ...before,
      columns: before.columns.map((one, index) =>
        index === column ? { ...one, items: one.items.map((old, place) => (place === item ? next : old)) } : one,
      ),
    }))
  return (
    <section>
      <h3>{t('editor.content')}</h3>
      <ol className={styles.rows}>
        {layout.rows.map((row, at) => (
          // Rows have no name of their own, and stay in their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: as said
          <li key={at} className={styles.row}>
            <div className={styles.rowHead}>
              <span>{t('editor.row', { number: at + 1 })}</span>
              <span className={styles.number}>
                <MmInput
                  label={`${t('editor.row', { number: at + 1 })} ${t('editor.rowHeight')}`}
                  min={1}
                  max={400}
                  value={row.height}
                  onChange={(height = row.height) => setRow(at, (before) => ({ ...before, height }))}
                />
              </span>
              <span>mm</span>
              {row.grow && <span>· {t('editor.grows')}</span>}
            </div>
            {row.columns.map((column, place) =>
              column.items.map((item, index) => (
                <ItemForm
                  key={item.field}
                  item={item}
                  onChange={(next) => setItem(at, place, index, next)}
                  standard={layout.size}
                  paper={layout.language}
                />
              )),
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type ItemProps = {
  readonly item: LayoutItem
  readonly standard: number
  /** The language of the words on the paper. */
  readonly paper: Language
  readonly onChange: (item: LayoutItem) => void
}

function ItemForm({ item, standard, paper, onChange }: ItemProps) {
  const { t } = useTranslation('printing')
  const language = useLanguage()
  const { kind, titles } = fieldOf(item.field)
  const field = titles[language]
  const isCode = kind === 'barcode' || kind === 'qr'
  const isOwn = kind === 'own'
  return (
    <div className={styles.item}>
      <Checkbox checked={item.on} onChange={({ target }) => onChange({ ...item, on: target.checked })}>
        {field}
      </Checkbox>
      {isCode || kind === 'table' ? (
        <span />
      ) : isOwn ? (
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 5 }}
          aria-label={t('editor.textOf', { field })}
          placeholder={field}
          disabled={!item.on}
          maxLength={800}
          value={item.text ?? ''}
          onChange={({ target }) => onChange({ ...item, text: target.value })}
        />
      ) : (
        <Input
          aria-label={t('editor.labelOf', { field })}
          placeholder={field}
          disabled={!item.on}
          maxLength={40}
          value={item.label ?? titles[paper]}
          onChange={({ target }) => onChange({ ...item, label: target.value })}
        />
      )}
      {kind === 'qr' ? (
        <span />
      ) : (
        <MmInput
          label={t('editor.sizeOf', { field })}
          min={4}
          max={72}
          optional
          disabled={!item.on}
          placeholder={String(standard)}
          value={item.size}
          onChange={(size) => onChange(without(item, { size }))}
        />
      )}
      {isCode || kind === 'table' ? (
        <span />
      ) : (
        <Checkbox
          aria-label={t('editor.boldOf', { field })}
          disabled={!item.on}
          checked={item.bold ?? false}
          onChange={({ target }) => onChange({ ...item, bold: target.checked })}
        >
          <b>{t('editor.bold')}</b>
        </Checkbox>
      )}
      {isTable(item.field) && item.on && (
        <div className={styles.columns}>
          {item.columns?.map((column) => (
            <Checkbox
              key={column.key}
              checked={column.on}
              onChange={({ target }) =>
                onChange({
                  ...item,
                  columns: item.columns?.map((one) => (one.key === column.key ? { ...one, on: target.checked } : one)),
                })
              }
            >
              {columnTitles(item.field as 'goods', column.key).titles[language]}
            </Checkbox>
          ))}
        </div>
      )}
    </div>
  )
}

/** What is not given is not there: the server takes no empty measure. */
function without(item: LayoutItem, { size }: { size: number | undefined }): LayoutItem {
  const { size: _, ...rest } = item
  return size === undefined ? rest : { ...rest, size }
}
