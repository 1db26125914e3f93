import { wordFor } from '@xunyun/contract/dictionary'
import type { CountLineRow } from '@xunyun/contract/warehouse/storing/counts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import styles from '../../../../shared/scan/ScanFrame.module.css'
import { figure } from '../../../../shared/ui/format.ts'
import own from '../orders/Orders.module.css'
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
      <section className={styles.card}>
        <div className={styles.title}>
          <b>{goods.itemName}</b>
          <span>{goods.itemNo}</span>
        </div>
        <div className={styles.quiet}>
          {[pending?.ask === 'batch' ? null : goods.batchNo, goods.expiry, goods.containerCode]
            .filter(Boolean)
            .join(' · ')}
        </div>
        <div className={styles.big}>
          {figure(pending === null || pending.moving ? goods.qty : pending.units)}
          <small>{wordFor('unit', goods.baseUnit, language)}</small>
        </div>
        {goods.batchControlled && !goods.serialControlled && (
          <fieldset className={`${styles.chips} ${own.reasons}`} aria-label={t('floor.batch')}>
            {batchesOf(goods.itemId).map((line) => (
              <button
                key={line.id}
                type="button"
                className={styles.chip}
                aria-pressed={pending === null && goods.lineId === line.id}
                data-missing={pending?.ask === 'batch' || undefined}
                onClick={() => onChoose(goods, line.id)}
              >
                {[
                  line.batchNo || '—',
                  line.expiry,
                  line.quality !== 'good' && wordFor('quality', line.quality, language),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </button>
            ))}
            <button type="button" className={styles.chip} aria-pressed={isNew} onClick={() => onNew(goods)}>
              {t('floor.newBatch')}
            </button>
          </fieldset>
        )}
        {pending === null && (
          <div className={styles.chips}>
            <button
              type="button"
              className={styles.chip}
              aria-label={`${t('floor.remove')} ${goods.itemNo}`}
              onClick={() => onRemove(goods)}
            >
              {t('floor.remove')}
            </button>
          </div>
        )}
      </section>
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
