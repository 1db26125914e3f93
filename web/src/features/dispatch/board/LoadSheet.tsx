import { wordFor } from '@xunyun/contract/dictionary'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Route } from '../../../shared/grid/column.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { endsOf } from '../tripColumns.tsx'
import { Bars } from './Bars.tsx'
import styles from './Card.module.css'
import { byFit, type Card, type Cargo, loadOf } from './cards.ts'
import { Plate } from './Plate.tsx'
import { useSaysNo } from './useSaysNo.ts'

type Props = {
  readonly cards: readonly Card[]
  readonly cargo: readonly Cargo[]
  readonly onPut: (card: Card, cargo: readonly Cargo[]) => void
  readonly onClose: () => void
}

/** Where it goes best: each vehicle with the load it would have, the best first. */
export default function LoadSheet({ cards, cargo, onPut, onClose }: Props) {
  const { t } = useTranslation(['board', 'dispatch'])
  const language = useLanguage()
  const saysNo = useSaysNo()
  const fits = useMemo(() => byFit(cards, cargo), [cards, cargo])
  const pieces = cargo.reduce((sum, one) => sum + one.pieces, 0)
  return (
    <Sheet title={t('load.title', { count: cargo.length, pieces })} onClose={onClose}>
      {fits.length === 0 && <Empty title={t('load.none')} />}
      <ul className={styles.fits}>
        {fits.map(({ card, fit }) => (
          <li key={card.key}>
            <button
              type="button"
              className={styles.fit}
              onClick={() => {
                onPut(card, fit.taken)
                onClose()
              }}
            >
              <span className={styles.cardHead}>
                <Plate no={card.plateNo} color={card.plateColor} />
                <b>{wordFor('vehicleModel', card.model, language)}</b>
                <span className={styles.quiet}>{card.driverName}</span>
              </span>
              <span className={styles.quiet}>{card.trip ? <Route {...endsOf(card.trip)} /> : t('state.idle')}</span>
              <Bars card={card} now={loadOf(card)} after={fit.after} />
              {saysNo(card, fit).map((text) => (
                <span key={text} className={styles.note} data-tone="red">
                  {text}
                </span>
              ))}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
