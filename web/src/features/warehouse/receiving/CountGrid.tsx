import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { NoticeLineRow } from '@xunyun/contract/warehouse/receiving/calls'
import { Button, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Two } from '../../../shared/detail/LinesTable.tsx'
import { Choice } from '../../../shared/form/Choice.tsx'
import { useCellErrors } from '../../../shared/form/FormFrame.tsx'
import { type LineColumn, LineGrid } from '../../../shared/form/LineGrid.tsx'
import styles from '../../../shared/goods/Goods.module.css'
import { numbersIn } from '../../../shared/goods/goodsLines.ts'
import { LineText } from '../../../shared/goods/LineText.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { figure } from '../../../shared/ui/format.ts'
import { beginningOf, type CountDraft, filledIn, goodOf } from './deskLines.ts'

type Props = {
  readonly lines: readonly NoticeLineRow[]
  readonly value?: readonly CountDraft[]
  readonly onChange?: (drafts: readonly CountDraft[]) => void
  /** The lines that were sent last, in their order. */
  readonly sent: readonly number[]
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

/** Dates and batches of goods that have none are not asked for; their cells stay, for goods that come with them. */
const isAsked = (line: NoticeLineRow, cell: TypedCell) =>
  cell === 'batchNo' ? line.batchControlled : cell === 'expiry' ? line.expiryControlled : true
const isWhole = (line: NoticeLineRow) => compareDecimal(line.open, '0') <= 0

/** Lines announced, and beside each what has come of it now: Enter goes on. */
export function CountGrid({ lines, value = [], onChange, sent, readOnly }: Props) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const errors = useCellErrors('lines', { rows: sent })
  const [serialsAt, setSerialsAt] = useState<number | null>(null)
  const drafts = lines.map((line, row) => value[row] ?? beginningOf(line))
  const serials = serialsAt === null ? undefined : drafts[serialsAt]
  /** A column of what was announced. */
  const announced = (key: string, title: string, render: (line: NoticeLineRow) => ReactNode, right = false) => ({
    key,
    title,
    right,
    shown: true,
    render: (_: CountDraft, _set: unknown, _props: unknown, row: number) => render(lines[row] as NoticeLineRow),
  })
  return (
    <>
      {!readOnly && (
        <div className={styles.fill}>
          <Button size="small" onClick={() => onChange?.(filledIn(lines, value))}>
            {t('desk.fill')}
          </Button>
        </div>
      )}
      <LineGrid<CountDraft>
        name="lines"
        label={t('desk.lines')}
        value={drafts}
        onChange={onChange}
        errors={errors}
        numbered
        fixed
        isQuiet={(_, row) => isWhole(lines[row] as NoticeLineRow)}
        columns={[
          announced('item', t('field.itemNo'), (line) => (
            <Two first={line.itemNo} below={<span title={line.itemName}>{line.itemName}</span>} />
          )),
          announced(
            'announced',
            t('field.qty'),
            (line) => (
              <>
                {figure(line.qty)}
                {line.unit !== line.baseUnit && Number(line.unitQty) > 0 && (
                  <small className={styles.quiet}>
                    {' '}
                    = {figure(line.unitQty)} {wordFor('unit', line.unit, language)}
                  </small>
                )}
              </>
            ),
            true,
          ),
          announced('open', t('field.open'), (line) => figure(line.open), true),
          announced('unit', t('field.unit'), (line) => wordFor('unit', line.baseUnit, language)),
          ...typedCells.map(
            (cell): LineColumn<CountDraft> => ({
              key: cell,
              title: t(titles[cell]),
              right: figures.includes(cell),
              className: styles[cell === 'qty' ? 'received' : cell],
              render: (draft, set, props, row) => {
                const line = lines[row] as NoticeLineRow
                const none = isAsked(line, cell) ? undefined : '—'
                return (
                  <LineText
                    {...props}
                    day={cell === 'production' || cell === 'expiry'}
                    placeholder={cell === 'qty' && !isWhole(line) ? figure(line.open) : none}
                    value={draft[cell]}
                    onChange={(text) => set({ [cell]: text })}
                  />
                )
              },
            }),
          ),
          {
            key: 'quality',
            title: t('field.quality'),
            className: styles.quality,
            render: (draft, set, props, row) => (
              <Choice
                {...props}
                type="quality"
                allowClear={false}
                value={draft.quality ?? lines[row]?.quality}
                onChange={(quality: CountDraft['quality']) => set({ quality })}
              />
            ),
          },
          {
            key: 'serials',
            also: ['damagedSerials'],
            title: t('field.serials'),
            shown: true,
            render: (draft, _set, { status }, row) =>
              lines[row]?.serialControlled ? (
                <Button size="small" data-field danger={status === 'error'} onClick={() => setSerialsAt(row)}>
                  {numbersIn(draft.serials).length + numbersIn(draft.damagedSerials).length} /{' '}
                  {Number(draft.qty ?? 0) || 0}
                </Button>
              ) : (
                '—'
              ),
          },
        ]}
      />
      {serials && (
        <SerialsDialog
          item={lines[serialsAt as number]?.itemNo ?? ''}
          draft={serials}
          onClose={() => setSerialsAt(null)}
          onChange={(patch) =>
            onChange?.(drafts.map((draft, row) => (row === serialsAt ? { ...draft, ...patch } : draft)))
          }
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
