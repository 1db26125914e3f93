import type { Language } from '@xunyun/contract/pages'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../../../shared/grid/types.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useStable } from '../../../shared/ui/useStable.ts'
import styles from './Card.module.css'
import { type Card, type CardLine, type Cargo, fitOf, takesDrop } from './cards.ts'
import { VehicleCard } from './VehicleCard.tsx'

type Props = {
  readonly cards: readonly Card[]
  readonly cargo: readonly Cargo[]
  /** Where what is in hand would go: under the pointer, or where arrows have led. */
  readonly target: string | null
  /** Where the focus was last. */
  readonly reached: string | null
  /** Brings the target into sight. */
  readonly shows: boolean
  readonly held: ReadonlySet<number>
  readonly mayEdit: boolean
  readonly today: string
  /** Of the words of the acts. */
  readonly language: Language
  readonly actionsOf: (card: Card) => readonly RowAction[]
  readonly onHold: (line: CardLine) => void
  readonly onTakeOff: (card: Card, line: CardLine) => void
  readonly onReach: (key: string) => void
  readonly onPut: (key: string) => void
  /** Back to what waits. */
  readonly onLeave: () => void
}

/** What fills a high window is drawn at once, the rest when there is time. */
const firstCards = 24

/** The vehicles of the day; arrows walk through them, Enter lets go what is in hand. */
export function VehicleCards(props: Props) {
  const { cards, cargo, target, reached, shows, onPut, onLeave } = props
  const { t } = useTranslation('board')
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = useStable((event: KeyboardEvent<HTMLElement>, key: string) => {
    // Of the vehicle itself: its buttons have keys of their own.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
    const at = all.indexOf(event.currentTarget)
    const to: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: all.length - 1,
    }
    if (event.key === 'ArrowLeft' || event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' || event.key === ' ') onPut(key)
    else if (event.key in to) all[Math.max(0, Math.min(all.length - 1, to[event.key] ?? at))]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  // What is in hand would go there: it is to be seen. Under the pointer it is.
  useEffect(() => {
    if (target === null || cargo.length === 0 || !shows) return
    list.current?.querySelector(`[data-card="${target}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [target, cargo.length, shows])
  const isWhole = useDeferredValue(true, false)
  const reachable = cards.some(({ key }) => key === reached) ? reached : (target ?? cards[0]?.key)
  return (
    <div ref={list} className={styles.cards} data-scrolls="">
      {cards.length === 0 && <Empty title={t('vehicles.none')} />}
      {(isWhole ? cards : cards.slice(0, firstCards)).map((card) => (
        <VehicleCard
          key={card.key}
          card={card}
          fit={card.key === target && cargo.length > 0 && takesDrop(card) ? fitOf(card, cargo) : null}
          isTarget={card.key === target}
          reachable={card.key === reachable}
          mayEdit={props.mayEdit}
          held={props.held}
          today={props.today}
          language={props.language}
          actionsOf={props.actionsOf}
          onHold={props.onHold}
          onTakeOff={props.onTakeOff}
          onReach={props.onReach}
          onKeyDown={onKeyDown}
        />
      ))}
    </div>
  )
}
