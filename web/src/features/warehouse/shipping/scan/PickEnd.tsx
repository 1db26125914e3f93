import { wordFor } from '@xunyun/contract/dictionary'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { Chips } from '../../../../shared/scan/GoodsCard.tsx'
import styles from '../../../../shared/scan/ScanFrame.module.css'
import { figure } from '../../../../shared/ui/format.ts'
import type { KeptTask } from './keptPicks.ts'
import { endOf, type Stray } from './pickEnd.ts'

/** How the task ended, what to put back and where; only of goods that were all picked does it say so. */
export function PickEnd({ kept, onSeen }: { kept: KeptTask; onSeen: () => void }) {
  const { t } = useTranslation('warehouse/shipping')
  const { why, missing, putBack, staged } = endOf(kept)
  const isDone = why === 'all' || why === 'short'
  return (
    <>
      <section className={styles.card}>
        <div className={styles.big} data-stopped={isDone ? undefined : true}>
          {t(`end.${why}`, { missing: figure(missing), name: kept.takenBy ?? '' })}
        </div>
        {isDone && (
          <span className={styles.quiet}>
            {t('scan.stage', { place: kept.task.stagingLocations[0]?.label ?? '—' })}
          </span>
        )}
      </section>
      {putBack.length > 0 && (
        <section className={styles.card}>
          <PutBack stray={putBack} />
          <Chips chips={[{ key: 'done', title: t('end.putBackDone'), onTake: onSeen }]} />
        </section>
      )}
      {staged.length > 0 && (
        <section className={styles.card}>
          <b>{t('end.staged')}</b>
          {staged.map(({ key, line, qty }) => (
            <Goods key={key} line={line} qty={qty} way={`${line.stagedAt ?? '—'} → ${line.locationCode}`} />
          ))}
        </section>
      )}
    </>
  )
}

/** Goods in hand that nobody wants any more, each with the shelf it came from. */
export function PutBack({ stray }: { stray: readonly Stray[] }) {
  const { t } = useTranslation('warehouse/shipping')
  if (stray.length === 0) return null
  return (
    <>
      <b>{t('end.putBack')}</b>
      {stray.map(({ key, line, qty }) => (
        <Goods
          key={key}
          line={line}
          qty={qty}
          way={`→ ${[line.locationCode, line.containerCode].filter(Boolean).join(' · ')}`}
        />
      ))}
    </>
  )
}

function Goods({ line, qty, way }: Pick<Stray, 'line' | 'qty'> & { way: string }) {
  const language = useLanguage()
  return (
    <div>
      {[line.itemNo, line.batchNo].filter(Boolean).join(' ')} {figure(qty)} {wordFor('unit', line.baseUnit, language)}{' '}
      {way}
    </div>
  )
}
