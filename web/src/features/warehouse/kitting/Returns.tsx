import type { PlannedReturns } from '@xunyun/contract/warehouse/kitting/kitOrders'
import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { LinesTable } from '../../../shared/detail/LinesTable.tsx'
import { DayInput } from '../../../shared/form/DayInput.tsx'
import { figure } from '../../../shared/ui/format.ts'
import styles from './Kitting.module.css'
import { type Drafts, offeredReturns, type PartDraft } from './orderDraft.ts'
import { usePartColumns, Wrong } from './partCells.tsx'

type Props = {
  readonly lines: readonly PlannedReturns[]
  readonly drafts: Drafts
  readonly onChange: ((parts: Drafts) => void) | undefined
}

/** Parts of sets that are taken apart: the batches they are again, and their numbers. */
export function Returns({ lines, drafts, onChange }: Props) {
  const { t } = useTranslation('warehouse/kitting')
  const part = usePartColumns(t('order.qty'))
  const draftOf = ({ partId }: PlannedReturns) => drafts[partId] ?? {}
  const set = (line: PlannedReturns) => (patch: Partial<PartDraft>) =>
    onChange?.({ ...drafts, [line.partId]: { ...draftOf(line), ...patch } })
  return (
    <LinesTable
      label={t('order.returns')}
      rows={lines}
      keyOf={({ partId }) => partId}
      columns={[
        ...part,
        [
          t('field.batch'),
          (line, at) => (
            <>
              <BatchCell line={line} draft={draftOf(line)} set={set(line)} />
              {['batchId', 'batchNo', 'production', 'expiry'].map((field) => (
                <Wrong key={field} at={at} field={field} />
              ))}
            </>
          ),
        ],
        [
          t('field.serials'),
          (line, at) => (
            <>
              {line.serialControlled ? (
                <Input.TextArea
                  className={styles.numbers}
                  autoSize={{ minRows: 1, maxRows: 6 }}
                  placeholder={line.serials.join(' ') || t('hint.serials')}
                  aria-label={`${t('field.serials')} ${line.itemNo}`}
                  value={draftOf(line).serials ?? offeredReturns(line).join('\n')}
                  onChange={({ target }) => set(line)({ serials: target.value || undefined })}
                />
              ) : (
                '—'
              )}
              <Wrong at={at} field="serials" />
            </>
          ),
        ],
      ]}
    />
  )
}

type CellProps = { line: PlannedReturns; draft: PartDraft; set: (patch: Partial<PartDraft>) => void }

/** A batch that went in is chosen; of sets that came from elsewhere it is typed. */
function BatchCell({ line, draft, set }: CellProps) {
  const { t } = useTranslation('warehouse/kitting')
  const [first] = line.batches
  const isTyped = first === undefined || draft.batchId === 0
  const watched = line.batchControlled || line.expiryControlled
  if (first !== undefined && !watched && line.batches.length === 1) return '—'
  if (first === undefined && !watched) return '—'
  const name = (word: string) => `${word} ${line.itemNo}`
  return (
    <div className={styles.batch}>
      {first !== undefined && (
        <Select
          aria-label={name(t('field.batch'))}
          value={draft.batchId ?? first.batchId}
          options={[
            ...line.batches.map(({ batchId, batchNo, expiry, qty }) => ({
              value: batchId,
              label: [batchNo, expiry, t('hint.wentIn', { qty: figure(qty) })].filter(Boolean).join(' · '),
            })),
            ...(watched ? [{ value: 0, label: t('order.otherBatch') }] : []),
          ]}
          onChange={(batchId: number) => set({ batchId })}
        />
      )}
      {isTyped && line.batchControlled && (
        <Input
          maxLength={60}
          placeholder={t('field.batchNo')}
          aria-label={name(t('field.batchNo'))}
          value={draft.batchNo ?? ''}
          onChange={({ target }) => set({ batchNo: target.value.trim() || undefined })}
        />
      )}
      {isTyped && line.expiryControlled && (
        <>
          <DayInput
            placeholder={t('field.production')}
            aria-label={name(t('field.production'))}
            value={draft.production ?? null}
            onChange={(production) => set({ production })}
          />
          <DayInput
            placeholder={t('field.expiry')}
            aria-label={name(t('field.expiry'))}
            value={draft.expiry ?? null}
            onChange={(expiry) => set({ expiry })}
          />
        </>
      )}
    </div>
  )
}
