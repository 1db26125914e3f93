import type { WaitingRow } from '@xunyun/contract/dispatch/calls'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { Button } from 'antd'
import { Clock, Undo2 } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { ActButton } from '../../../shared/action/ActButton.tsx'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { usePreferences } from '../../../shared/list/preferences.ts'
import { Selected } from '../../../shared/list/Toolbar.tsx'
import { serverNow, useRight } from '../../../shared/session/session.ts'
import { day, figure, volume, weight } from '../../../shared/ui/format.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty, LoadError } from '../../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../../shared/ui/Skeleton.tsx'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { useStable } from '../../../shared/ui/useStable.ts'
import { waitingKey } from '../lines.ts'
import { useTripActs } from '../useTripActs.tsx'
import styles from './Board.module.css'
import { BoardFilters } from './BoardFilters.tsx'
import {
  bestFor,
  type Card,
  type CardLine,
  type Cargo,
  cardsOf,
  cargoOfWaiting,
  fitOf,
  inOrder,
  takesDrop,
} from './cards.ts'
import { type Grouping, groupings, groupRows, itemsOf, matches } from './groups.ts'
import { plateText } from './Plate.tsx'
import { withoutPending, withPending } from './pending.ts'
import { Segments } from './Segments.tsx'
import { useArranging } from './useArranging.ts'
import { useBoard } from './useBoard.ts'
import { useBoardFilter } from './useBoardFilter.ts'
import { useDrag } from './useDrag.ts'
import { useHand } from './useHand.ts'
import { useTakenAway } from './useTakenAway.ts'
import { VehicleCards } from './VehicleCards.tsx'
import { WaitingRows } from './WaitingRows.tsx'

const PartDialog = late(() => import('./PartDialog.tsx').then((file) => file.default))
const LoadSheet = late(() => import('./LoadSheet.tsx').then((file) => file.default))

/** As many lines as one act takes. */
const mostAtOnce = 500
const nothing: readonly Cargo[] = []

const shows = ['all', 'free', 'onTrip', 'stopped'] as const
type Show = (typeof shows)[number]
const isShown = (card: Card, show: Show): boolean =>
  show === 'all' ||
  (show === 'stopped'
    ? card.kind === 'stopped'
    : card.kind !== 'stopped' && (show === 'onTrip') === (card.trip !== null))

/** Fill today's vehicles: what waits left, the vehicles right. */
export default function BoardPage() {
  const { t } = useTranslation(['board', 'dispatch', 'ui', 'common'])
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const mayEdit = useRight('carArrange').edit
  const mayCreate = useRight('arrangeOperate').edit
  const filters = useBoardFilter()
  const { date, outletId, customerId, q = '', type, only } = filters.filter
  const [preferences, setPreferences] = usePreferences(pathTo('carArrange'))
  const grouping = groupings.find((one) => one === preferences.group) ?? 'line'
  const asked = useBoard({ date, outletId, customerId })
  const today = day(serverNow())

  // Read once an answer: what is on its way lies over it.
  const read = useMemo(() => (asked.board ? cardsOf(asked.board) : []), [asked.board])
  const places = useRef<readonly string[]>([])
  const cardsAsRead = useMemo(() => {
    const ordered = inOrder(read, places.current)
    places.current = ordered.map(({ key }) => key)
    return ordered
  }, [read])
  const arranging = useArranging({ cards: cardsAsRead, date, refresh: asked.refresh })
  const { pending } = arranging
  const allCards = useMemo(() => withPending(cardsAsRead, pending), [cardsAsRead, pending])
  const rows = useMemo(() => withoutPending(asked.rows, pending), [asked.rows, pending])

  const [show, setShow] = useState<Show>('all')
  const cards = useMemo(() => {
    const here = allCards.filter(
      (card) =>
        isShown(card, show) &&
        (type === undefined || card.trip === null || card.trip.type === type) &&
        (only === undefined || card[only]),
    )
    const sought = q.toUpperCase().replaceAll('·', '')
    const named = here.filter(({ plateNo, driverName, trip }) =>
      [plateNo, driverName, trip?.arrangementNo].some((text) => text?.toUpperCase().includes(sought)),
    )
    return named.length > 0 ? named : here
  }, [allCards, show, type, only, q])
  const shown = useMemo(() => {
    const found = rows.filter((row) => matches(row, { q, type, only }))
    // A plate was looked for: what waits stays.
    return found.length > 0 || cards.length === allCards.length ? found : rows
  }, [rows, q, type, only, cards, allCards])
  const groups = useMemo(() => groupRows(shown, grouping, serverNow()), [shown, grouping])
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const items = useMemo(() => itemsOf(groups, folded, waitingKey), [groups, folded])
  const lateCount = useMemo(() => shown.filter((row) => row.late).length, [shown])

  const hand = useHand(shown, allCards)
  const { cargo } = hand
  useTakenAway({ rows: asked.rows, of: asked.rowsOf }, hand.selectedRows, (refused) =>
    arranging.tell(t('waiting.gone'), { done: 0, refused: [...refused] }),
  )
  const [reached, setReached] = useState<string | null>(null)
  // Of many rows it takes a moment: what was chosen is shown first.
  const settled = useDeferredValue(cargo)
  const best = useMemo(
    () => (settled.length > 0 && settled.length <= mostAtOnce ? bestFor(cards, settled)?.key : undefined),
    [cards, settled],
  )
  const chosen = cards.find(({ key }) => key === reached)
  const target = chosen && takesDrop(chosen) ? chosen.key : (best ?? null)

  const put = useStable((key: string, taken: readonly Cargo[] = cargo) => {
    const card = allCards.find((one) => one.key === key)
    if (!mayEdit || card === undefined || !takesDrop(card) || taken.length > mostAtOnce) return
    const { taken: goes } = fitOf(card, taken)
    if (goes.length === 0) return
    hand.letGo(goes)
    arranging.put(card, goes)
  })

  const drag = useDrag<readonly Cargo[]>({
    take: (from) => {
      if (!mayEdit) return null
      const key = from.dataset.drag ?? ''
      if (cargo.some((one) => one.key === key)) return cargo
      const row = shown.find((one) => waitingKey(one) === key)
      if (row) return [cargoOfWaiting(row)]
      const line = allCards.flatMap((card) => card.lines).find((one) => one.cargo.key === key)
      return line ? [line.cargo] : null
    },
    onDrop: (taken, key) => put(key, taken),
  })
  const inHand = drag.dragged?.taken ?? cargo

  const page = useRef<HTMLDivElement>(null)
  const goTo = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.focus()
  const goToVehicles = useStable(() => goTo(target === null ? '[data-card]' : `[data-card="${target}"]`))
  const onTake = useStable((row: WaitingRow | null) => {
    if (cargo.length === 0 && row) hand.select([row], true)
    // Drawn first: the vehicle that it goes to is known then.
    requestAnimationFrame(goToVehicles)
  })
  /** What was pressed is gone with it: the focus stays on the board. */
  const putFrom = (card: Card, taken: readonly Cargo[]) => {
    put(card.key, taken)
    requestAnimationFrame(() => goTo(isPhone ? '[role="treegrid"]' : `[data-card="${card.key}"]`))
  }
  const onHold = useStable((line: CardLine) => hand.hold(line.lineId))
  const onTakeOff = useStable((card: Card, line: CardLine) => arranging.takeOff(card, line.cargo))
  const onLeave = useStable(() => goTo('[role="treegrid"]'))

  const acts = useTripActs()
  // Cards ask for their acts while they are drawn, of the page as it was drawn last: for another language they are drawn once more.
  const drawn = useDeferredValue(useLanguage())
  const actionsOf = useStable((card: Card): readonly RowAction[] => {
    const { trip } = card
    const make = mayCreate && {
      key: 'new',
      label: t('dispatch:act.newTrip'),
      onClick: () => void navigate(`${pathTo('arrangeOperate')}?vehicle=${card.vehicleId}`),
    }
    if (trip === null) return make && card.mayGo ? [make] : []
    const all = acts.row(trip)
    const steps = ['assign', 'depart', 'arrive', 'print']
    return [
      ...steps.flatMap((key) => all.find((one) => one.key === key) ?? []),
      ...all.filter(({ key }) => !steps.includes(key)),
    ]
  })

  const [asking, setAsking] = useState<'part' | 'load' | null>(null)
  const [view, setView] = useState<'waiting' | 'vehicles'>('waiting')
  if (asked.error) return <LoadError error={asked.error} retry={asked.refresh} />
  if (asked.loading) return <PageSkeleton />

  const undo = mayEdit && (
    <ActButton
      icon={<Undo2 size={14} strokeWidth={1.75} />}
      refused={arranging.last ? null : t('act.undoNothing')}
      title={arranging.last && t(`undo.${arranging.last.kind}`, { no: arranging.last.no })}
      onClick={arranging.undo}
    >
      {t('act.undo')}
    </ActButton>
  )
  const targetCard = cards.find(({ key }) => key === target)
  const pieces = cargo.reduce((sum, one) => sum + one.pieces, 0)
  const sum = (field: 'weight' | 'volume', places: number) =>
    sumDecimals(
      inHand.map((one) => one[field]),
      places,
    )
  const count = (of: Show) => allCards.filter((card) => isShown(card, of)).length
  const foot = cargo.length > 0 && mayEdit && (
    <footer className={styles.foot}>
      <Selected count={cargo.length} onClear={() => hand.letGo()} />
      <span className={styles.quiet}>
        {t('hand', {
          pieces: figure(pieces),
          weight: weight(sum('weight', 3)),
          volume: volume(sum('volume', 4)),
        })}
      </span>
      <span className={styles.footActions}>
        {hand.selectedRows.length > 0 && <Button onClick={() => setAsking('part')}>{t('act.part')}</Button>}
        {isPhone ? (
          <ActButton
            type="primary"
            refused={cargo.length > mostAtOnce ? t('most', { most: mostAtOnce }) : null}
            onClick={() => setAsking('load')}
          >
            {t('act.put')}
          </ActButton>
        ) : (
          <ActButton
            type="primary"
            refused={cargo.length > mostAtOnce ? t('most', { most: mostAtOnce }) : targetCard ? null : t('load.none')}
            onClick={() => targetCard && putFrom(targetCard, cargo)}
          >
            {targetCard ? t('act.putOnto', { plate: plateText(targetCard.plateNo) }) : t('act.put')}
          </ActButton>
        )}
      </span>
    </footer>
  )
  return (
    <div ref={page} className={styles.page} onPointerDown={isPhone ? undefined : drag.onPointerDown}>
      {!isPhone && <h1 className="visually-hidden">{t('title')}</h1>}
      <div className={styles.top}>
        <BoardFilters of={filters} onSearch={asked.refresh} />
        <span className={styles.topActions}>
          {undo}
          {mayCreate && (
            <NewButton onClick={() => void navigate(pathTo('arrangeOperate'))}>{t('dispatch:act.newTrip')}</NewButton>
          )}
        </span>
      </div>
      {asked.isOld && (
        <div className={styles.old} role="alert">
          {t('old')} <Button onClick={asked.refresh}>{t('common:retry')}</Button>
        </div>
      )}
      {isPhone && (
        <Segments
          label={t('title')}
          value={view}
          onChange={setView}
          options={[
            ['waiting', `${t('waiting.title')} ${shown.length}`],
            ['vehicles', `${t('vehicles.title')} ${count('all')}`],
          ]}
        />
      )}
      <div className={styles.split} data-view={isPhone ? view : undefined}>
        <section className={styles.left} aria-label={t('waiting.title')}>
          <header className={styles.bar1}>
            <h2>{t('waiting.title')}</h2>
            <span className={styles.quiet}>{t('waiting.count', { count: shown.length })}</span>
            <Segments<Grouping>
              label={t('group.label')}
              value={grouping}
              onChange={(group) => setPreferences({ group })}
              options={groupings.map((one) => [one, t(`group.${one}`)])}
            />
            {asked.isCut && <span className={styles.quiet}>{t('waiting.cut')}</span>}
            {lateCount > 0 && (
              <span className={styles.late}>
                <Clock size={14} strokeWidth={1.75} aria-hidden="true" /> {t('waiting.late', { count: lateCount })}
              </span>
            )}
          </header>
          {items.length === 0 ? (
            <Empty title={t(filters.count > 0 ? 'ui:list.noMatch' : 'waiting.none')} />
          ) : (
            <WaitingRows
              items={items}
              selected={hand.selected}
              select={hand.select}
              fold={(group) =>
                setFolded((before) => {
                  const next = new Set(before)
                  if (!next.delete(group)) next.add(group)
                  return next
                })
              }
              onTake={onTake}
              today={today}
            />
          )}
          {!isPhone && foot}
        </section>
        <section className={styles.right} aria-label={t('vehicles.title')}>
          <header className={styles.bar1}>
            <h2>{t('vehicles.title')}</h2>
            <Segments
              label={t('vehicles.title')}
              value={show}
              onChange={setShow}
              options={shows.map((one) => [one, `${t(`show.${one}`)} ${count(one)}`])}
            />
          </header>
          <VehicleCards
            cards={cards}
            cargo={inHand.length > mostAtOnce ? nothing : inHand}
            target={drag.dragged ? drag.dragged.over : isPhone ? null : target}
            reached={reached}
            shows={drag.dragged === null}
            held={hand.held}
            mayEdit={mayEdit}
            today={today}
            language={drawn}
            actionsOf={actionsOf}
            onHold={onHold}
            onTakeOff={onTakeOff}
            onReach={setReached}
            onPut={put}
            onLeave={onLeave}
          />
        </section>
      </div>
      {isPhone && foot}
      <div role="status" className="visually-hidden">
        {arranging.last && t(`said.${arranging.last.kind}`, { no: arranging.last.no })}
      </div>
      {drag.dragged && (
        <div ref={drag.ghost} className={styles.ghost} aria-hidden="true">
          <b>{t('waiting.count', { count: inHand.length })}</b>
          <span>{t('card.pieces', { count: inHand.reduce((all, one) => all + one.pieces, 0) })}</span>
          <span>{weight(sum('weight', 3))} kg</span>
        </div>
      )}
      {asking === 'part' && (
        <PartDialog
          rows={hand.selectedRows}
          cards={cards}
          target={target}
          onPut={putFrom}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'load' && <LoadSheet cards={cards} cargo={cargo} onPut={putFrom} onClose={() => setAsking(null)} />}
      {acts.dialogs}
    </div>
  )
}
