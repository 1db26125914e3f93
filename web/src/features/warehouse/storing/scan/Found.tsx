import { wordFor } from '@xunyun/contract/dictionary'
import type { CountLineRow } from '@xunyun/contract/warehouse/storing/counts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { Chips, GoodsCard } from '../../../../shared/scan/GoodsCard.tsx'
import styles from '../../../../shared/scan/ScanFrame.module.css'
import { dotted, figure } from '../../../../shared/ui/format.ts'
import type { Pending, Tally } from './countScans.ts'

type Props = {
  readonly tallies: readonly Tally[]
  /** Scanned, and counted once its batch is said. */
  readonly pending: Pending | null
  readonly batchesOf: (itemId: number) => readonly CountLineRow[]
  readonly onChoose: (goods: Tally, lineId: number) => void
  readonly onNew: (goods: Tally) => void
  readonly onTakeUp: (goods: Tally) => void
  readonly onRemove: (goods: Tally) => void
}

/** What was found here so far; what is in hand first, with the batches that it may be of. Never how many there should be. */
export function Found({ tallies, pending, batchesOf, onChoose, onNew, onTakeUp, onRemove }: Props) {
  const { t } = useTranslation('warehouse/storing')
  const language = useLanguage()
  const goods = pending?.goods ?? tallies[0]
  if (goods === undefined) return <p className={styles.quiet}>{t('floor.nothingYet')}</p>
  const others = pending === null || pending.moving ? tallies.slice(1) : tallies
  const isNew = goods.lineId === undefined && goods.batchNo !== undefined
  return (
    <>
      <GoodsCard
        name={goods.itemName}
        no={goods.itemNo}
        what={[pending?.ask === 'batch' ? null : goods.batchNo, goods.expiry, goods.containerCode]}
        qty={figure(pending === null || pending.moving ? goods.qty : pending.units)}
        unit={goods.baseUnit}
      >
        {goods.batchControlled && !goods.serialControlled && (
          <Chips
            label={t('floor.batch')}
            chips={[
              ...batchesOf(goods.itemId).map((line) => ({
                key: line.id,
                title: dotted(
                  line.batchNo || '—',
                  line.expiry,
                  line.quality !== 'good' && wordFor('quality', line.quality, language),
                ),
                pressed: pending === null && goods.lineId === line.id,
                missing: pending?.ask === 'batch',
                onTake: () => onChoose(goods, line.id),
              })),
              { key: 'new', title: t('floor.newBatch'), pressed: isNew, onTake: () => onNew(goods) },
            ]}
          />
        )}
        {pending === null && (
          <Chips
            chips={[
              {
                key: 'remove',
                title: t('floor.remove'),
                label: `${t('floor.remove')} ${goods.itemNo}`,
                onTake: () => onRemove(goods),
              },
            ]}
          />
        )}
      </GoodsCard>
      {others.length > 0 && (
        <ul className={`${styles.card} ${styles.rows}`} aria-label={t('count.found')}>
          {others.map((one) => (
            <li key={`${one.lineId ?? one.itemId}-${one.batchNo ?? ''}-${one.expiry ?? ''}-${one.containerCode ?? ''}`}>
              <button
                type="button"
                aria-label={t('floor.correct', { item: [one.itemNo, one.batchNo].filter(Boolean).join(' ') })}
                onClick={() => onTakeUp(one)}
              >
                <span>
                  {one.itemNo}
                  <small>
                    {[one.itemName, one.batchNo, one.expiry, one.containerCode].filter(Boolean).join(' · ')}
                  </small>
                </span>
                <span>
                  {figure(one.qty)} {wordFor('unit', one.baseUnit, language)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
