import { wordFor } from '@xunyun/contract/dictionary'
import type { PlannedReturns } from '@xunyun/contract/warehouse/kitting/kitOrders'
import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import table from '../../../shared/detail/Lines.module.css'
import { DayInput } from '../../../shared/form/DayInput.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../shared/ui/format.ts'
import styles from './Kitting.module.css'
import { type Drafts, offeredReturns, type PartDraft } from './orderDraft.ts'
import { Wrong } from './partCells.tsx'

type Props = {
  readonly lines: readonly PlannedReturns[]
  readonly drafts: Drafts
  readonly onChange: ((parts: Drafts) => void) | undefined
}

/** Parts of sets that are taken apart: the batches they are again, and their numbers. */
export function Returns({ lines, drafts, onChange }: Props) {
  const { t } = useTranslation('warehouse/kitting')
  const language = useLanguage()
  return (
    <div className={table.frame}>
      <table className={table.lines} aria-label={t('order.returns')}>
        <thead>
          <tr>
            <th>{t('field.part')}</th>
            <th className={table.right}>{t('field.qtyPer')}</th>
            <th className={table.right}>{t('order.qty')}</th>
            <th>{t('field.batch')}</th>
            <th>{t('field.serials')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => {
            const draft = drafts[line.partId] ?? {}
            const set = (patch: Partial<PartDraft>) => onChange?.({ ...drafts, [line.partId]: { ...draft, ...patch } })
            return (
              <tr key={line.partId}>
                <td className={table.goods}>
                  <b>{line.itemNo}</b>
                  <small>{line.name}</small>
                </td>
                <td className={table.right}>{figure(line.qtyPer)}</td>
                <td className={table.right}>
                  {figure(line.qty)} <span className={table.quiet}>{wordFor('unit', line.baseUnit, language)}</span>
                </td>
                <td>
                  <BatchCell line={line} draft={draft} set={set} />
                  {['batchId', 'batchNo', 'production', 'expiry'].map((field) => (
                    <Wrong key={field} at={at} field={field} />
                  ))}
                </td>
                <td>
                  {line.serialControlled ? (
                    <Input.TextArea
                      className={styles.numbers}
                      autoSize={{ minRows: 1, maxRows: 6 }}
                      placeholder={line.serials.join(' ') || t('hint.serials')}
                      aria-label={`${t('field.serials')} ${line.itemNo}`}
                      value={draft.serials ?? offeredReturns(line).join('\n')}
                      onChange={({ target }) => set({ serials: target.value || undefined })}
                    />
                  ) : (
                    '—'
                  )}
                  <Wrong at={at} field="serials" />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
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
