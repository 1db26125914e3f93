import { codes, wordFor } from '@xunyun/contract/dictionary'
import type { NoticeLineRow } from '@xunyun/contract/warehouse/receiving/calls'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../../shared/form/Choice.tsx'
import { enterInLines } from '../../../shared/form/enter.ts'
import styles from '../../../shared/goods/Goods.module.css'
import { dayTyped, numbersIn } from '../../../shared/goods/goodsLines.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { figure } from '../../../shared/ui/format.ts'
import { beginningOf, type CountDraft, filledIn, goodOf } from './deskLines.ts'

type Props = {
  readonly lines: readonly NoticeLineRow[]
  readonly value?: readonly CountDraft[]
  readonly onChange?: (drafts: readonly CountDraft[]) => void
  /** `0.qty` → what is wrong with it. */
  readonly errors: ReadonlyMap<string, string>
  readonly readOnly: boolean
}

const typedCells = ['qty', 'damaged', 'short', 'batchNo', 'production', 'expiry', 'containerCode'] as const
type TypedCell = (typeof typedCells)[number]
const titles = {
  qty: 'field.received',
  damaged: 'field.damaged',
  short: 'field.short',
  batchNo: 'field.batchNo',
  production: 'field.production',
  expiry: 'field.expiry',
  containerCode: 'field.containerCode',
} as const
const figures: readonly TypedCell[] = ['qty', 'damaged', 'short']

/** Lines announced, and beside each what has come of it now: Enter goes on. */
export function CountGrid({ lines, value = [], onChange, errors, readOnly }: Props) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const [serialsAt, setSerialsAt] = useState<number | null>(null)
  const draftAt = (row: number): CountDraft => value[row] ?? beginningOf(lines[row] as NoticeLineRow)
  const set = (row: number, patch: Partial<CountDraft>) =>
    onChange?.(lines.map((_, index) => (index === row ? { ...draftAt(row), ...patch } : draftAt(index))))
  /** Dates and batches of goods that have none are not asked for; their cells stay, for goods that come with them. */
  const isAsked = (line: NoticeLineRow, cell: TypedCell) =>
    cell === 'batchNo' ? line.batchControlled : cell === 'expiry' ? line.expiryControlled : true
  const input = (line: NoticeLineRow, row: number, cell: TypedCell) => (
    <Input
      variant="borderless"
      disabled={readOnly}
      aria-label={`${t(titles[cell])} ${row + 1}`}
      status={errors.has(`${row}.${cell}`) ? 'error' : undefined}
      className={figures.includes(cell) ? styles.figure : undefined}
      inputMode={figures.includes(cell) ? 'decimal' : undefined}
      maxLength={40}
      value={draftAt(row)[cell] ?? ''}
      onChange={(event) => set(row, { [cell]: event.target.value || undefined })}
      onBlur={
        cell === 'production' || cell === 'expiry'
          ? () => {
              const day = dayTyped(draftAt(row)[cell] ?? '')
              if (day !== draftAt(row)[cell]) set(row, { [cell]: day })
            }
          : undefined
      }
      placeholder={cell === 'qty' && Number(line.open) > 0 ? figure(line.open) : isAsked(line, cell) ? undefined : '—'}
    />
  )
  const wrongAt = (row: number, cell: string) => {
    const wrong = errors.get(`${row}.${cell}`)
    return (
      wrong && (
        <div className={styles.wrong} role="alert">
          {wrong}
        </div>
      )
    )
  }
  return (
    <>
      {!readOnly && (
        <div className={styles.fill}>
          <Button size="small" onClick={() => onChange?.(filledIn(lines, value))}>
            {t('desk.fill')}
          </Button>
        </div>
      )}
      <div className={styles.frame}>
        <table className={styles.grid} {...enterInLines} aria-label={t('desk.lines')}>
          <thead>
            <tr>
              <th>#</th>
              <th>{t('field.itemNo')}</th>
              <th className={styles.right}>{t('field.qty')}</th>
              <th className={styles.right}>{t('field.open')}</th>
              <th>{t('field.unit')}</th>
              {typedCells.map((cell) => (
                <th key={cell} className={figures.includes(cell) ? styles.right : undefined}>
                  {t(titles[cell])}
                </th>
              ))}
              <th>{t('field.quality')}</th>
              <th>{t('field.serials')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, row) => {
              const draft = draftAt(row)
              return (
                <tr key={line.id} data-whole={Number(line.open) <= 0 || undefined}>
                  <td className={styles.quiet}>{row + 1}</td>
                  <td className={styles.goods}>
                    <b>{line.itemNo}</b>
                    <small title={line.itemName}>{line.itemName}</small>
                  </td>
                  <td className={styles.right}>
                    {figure(line.qty)}
                    {line.unit !== line.baseUnit && Number(line.unitQty) > 0 && (
                      <small className={styles.quiet}>
                        {' '}
                        = {figure(line.unitQty)} {wordFor('unit', line.unit, language)}
                      </small>
                    )}
                  </td>
                  <td className={styles.right}>{figure(line.open)}</td>
                  <td>{wordFor('unit', line.baseUnit, language)}</td>
                  {typedCells.map((cell) => (
                    <td key={cell} data-cell={`${row}-${cell}`} className={styles[cell === 'qty' ? 'received' : cell]}>
                      {input(line, row, cell)}
                      {wrongAt(row, cell)}
                    </td>
                  ))}
                  <td data-cell={`${row}-quality`} className={styles.quality}>
                    <Choice
                      variant="borderless"
                      allowClear={false}
                      disabled={readOnly}
                      aria-label={`${t('field.quality')} ${row + 1}`}
                      value={draft.quality ?? line.quality}
                      options={codes('quality').map((code) => ({
                        value: code,
                        label: wordFor('quality', code, language),
                      }))}
                      onChange={(quality: string) => set(row, { quality })}
                    />
                  </td>
                  <td>
                    {line.serialControlled ? (
                      <Button
                        size="small"
                        data-field
                        disabled={readOnly}
                        danger={errors.has(`${row}.serials`) || errors.has(`${row}.damagedSerials`)}
                        onClick={() => setSerialsAt(row)}
                      >
                        {numbersIn(draft.serials).length + numbersIn(draft.damagedSerials).length} /{' '}
                        {Number(draft.qty ?? 0) || 0}
                      </Button>
                    ) : (
                      '—'
                    )}
                    {wrongAt(row, 'serials')}
                    {wrongAt(row, 'damagedSerials')}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {serialsAt !== null && lines[serialsAt] && (
        <SerialsDialog
          item={lines[serialsAt].itemNo}
          draft={draftAt(serialsAt)}
          onClose={() => setSerialsAt(null)}
          onChange={(patch) => set(serialsAt, patch)}
        />
      )}
    </>
  )
}

type SerialsProps = {
  item: string
  draft: CountDraft
  onChange: (patch: Partial<CountDraft>) => void
  onClose: () => void
}

/** Many numbers at once: a scanner ends each with Enter, a list from elsewhere is pasted. */
function SerialsDialog({ item, draft, onChange, onClose }: SerialsProps) {
  const { t } = useTranslation('warehouse/receiving')
  const isDamaged = Number(draft.damaged ?? 0) > 0
  const area = (field: 'serials' | 'damagedSerials', needed: string) => {
    const label = t(field === 'serials' ? 'serials.good' : 'serials.damaged', {
      given: numbersIn(draft[field]).length,
      needed,
    })
    return (
      <div>
        <div className={styles.quiet}>{label}</div>
        <Input.TextArea
          aria-label={label}
          autoFocus={field === 'serials'}
          autoSize={{ minRows: 6, maxRows: 14 }}
          placeholder={t('serials.hint')}
          value={draft[field] ?? ''}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      </div>
    )
  }
  return (
    <Dialog
      open
      title={t('serials.title', { item })}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('serials.ok')}
        </Button>
      }
    >
      {area('serials', String(Math.max(goodOf(draft), 0)))}
      {isDamaged && area('damagedSerials', draft.damaged ?? '0')}
    </Dialog>
  )
}
