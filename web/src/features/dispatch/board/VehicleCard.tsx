import { wordFor } from '@xunyun/contract/dictionary'
import { arrangementPath } from '@xunyun/contract/dispatch/path'
import type { Language } from '@xunyun/contract/pages'
import {
  ArrowDownToLine,
  Ban,
  ChevronDown,
  ChevronRight,
  GripVertical,
  Route as RouteIcon,
  TriangleAlert,
} from 'lucide-react'
import { type KeyboardEvent, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { Route } from '../../../shared/grid/column.tsx'
import { RowActions } from '../../../shared/grid/RowActions.tsx'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { clock, dateTime, day, dotted, figure } from '../../../shared/ui/format.ts'
import { StateTag, type Tone } from '../../../shared/ui/StateTag.tsx'
import { endsOf, tripTones } from '../tripColumns.tsx'
import { whoseVehicle } from '../whoseVehicle.ts'
import { Bars } from './Bars.tsx'
import styles from './Card.module.css'
import { type Card, type CardLine, type Fit, loadOf, rateOf } from './cards.ts'
import { Plate, plateText } from './Plate.tsx'
import { useSaysNo } from './useSaysNo.ts'

type Props = {
  readonly card: Card
  /** What is in hand, if it would be let go here. */
  readonly fit: Fit | null
  readonly isTarget: boolean
  readonly reachable: boolean
  readonly mayEdit: boolean
  /** Its lines that are in hand. */
  readonly held: ReadonlySet<number>
  readonly today: string
  /** Of the words of the acts: with another one the card is drawn anew. */
  readonly language: Language
  readonly actionsOf: (card: Card) => readonly RowAction[]
  readonly onHold: (line: CardLine) => void
  readonly onTakeOff: (card: Card, line: CardLine) => void
  readonly onReach: (key: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, key: string) => void
}

/** A vehicle with its trip of the day: what is on it, what it still takes, what comes next. */
export const VehicleCard = memo(function VehicleCard(props: Props) {
  const { card, fit, isTarget, held, mayEdit, today } = props
  const { t } = useTranslation(['board', 'dispatch'])
  const language = useLanguage()
  const saysNo = useSaysNo()
  const [open, setOpen] = useState(false)
  const { trip } = card
  const now = loadOf(card)
  const rate = rateOf(now)
  const counted = t('card.count', { count: now.waybills, pieces: figure(now.pieces) })
  const state = stateOf(card)
  const word = state.code === null ? wordFor('arrangementState', trip?.state ?? '', language) : t(`state.${state.code}`)
  const told = fit === null ? [] : sayFit(fit, t, saysNo(card, fit))
  const whose = card.type === null ? null : whoseVehicle({ ...card, type: card.type }, language)
  const label = dotted(
    plateText(card.plateNo),
    wordFor('vehicleModel', card.model, language),
    whose,
    card.driverName,
    word,
    rate > 0 && t('card.load', { weight: now.byWeight, volume: now.byVolume ?? '—' }),
    card.why,
    ...told,
  )
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    // biome-ignore lint/a11y/useSemanticElements: a vehicle among others that arrows walk through; it holds buttons
    <div
      role="group"
      aria-label={label}
      className={styles.card}
      data-card={card.key}
      data-kind={card.kind}
      data-target={(isTarget && fit !== null && fit.taken.length > 0) || undefined}
      data-refused={(isTarget && fit !== null && fit.taken.length === 0) || undefined}
      data-pending={card.lines.some(({ pending }) => pending) || undefined}
      tabIndex={props.reachable ? 0 : -1}
      onFocus={() => props.onReach(card.key)}
      onKeyDown={(event) => props.onKeyDown(event, card.key)}
    >
      <div className={styles.cardHead}>
        <Plate no={card.plateNo} color={card.plateColor} />
        <b>{wordFor('vehicleModel', card.model, language)}</b>
        {whose && <span className={styles.quiet}>{whose}</span>}
        <span className={styles.quiet}>{card.driverName ?? t('card.noDriver')}</span>
        {card.driverPhone && <span className={styles.quiet}>{card.driverPhone}</span>}
        <span className={styles.tags}>
          {rate > 100 && <StateTag tone="red">{t('state.over')}</StateTag>}
          <StateTag tone={state.tone}>{word}</StateTag>
        </span>
      </div>
      <div className={styles.cardLine}>
        {trip ? (
          <>
            <button
              type="button"
              className={styles.fold}
              aria-expanded={open}
              aria-label={dotted(counted, plateText(card.plateNo))}
              onClick={() => setOpen(!open)}
            >
              <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />
              {counted}
            </button>
            <span className={styles.way}>
              <RouteIcon size={14} strokeWidth={1.75} aria-hidden="true" /> <Route {...endsOf(trip)} />
            </span>
            <Leaves trip={trip} today={today} />
            <Link to={arrangementPath('vehicle', trip.id)}>{trip.arrangementNo}</Link>
          </>
        ) : (
          <span className={styles.quiet}>{card.why === null ? idleText(card, t) : <Why of={card.why} />}</span>
        )}
        <RowActions actions={props.actionsOf(card)} reachable />
      </div>
      <Bars card={card} now={now} after={fit && fit.taken.length > 0 ? fit.after : undefined} />
      {trip && card.why && (
        <p className={styles.note}>
          <Why of={card.why} />
        </p>
      )}
      {told.map((text, at) => (
        <p key={text} className={styles.note} data-tone={at === 0 && (fit?.taken.length ?? 0) > 0 ? 'blue' : 'red'}>
          {at === 0 && (fit?.taken.length ?? 0) > 0 ? (
            <ArrowDownToLine size={14} strokeWidth={1.75} aria-hidden="true" />
          ) : (
            <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
          )}{' '}
          {text}
        </p>
      ))}
      {open && (
        <ul className={styles.lines}>
          {card.lines.map((line) => (
            <Line
              key={line.lineId || line.cargo.key}
              line={line}
              isHeld={held.has(line.lineId)}
              may={mayEdit && card.kind !== 'away' && line.lineId > 0}
              onHold={() => props.onHold(line)}
              onTakeOff={() => props.onTakeOff(card, line)}
            />
          ))}
        </ul>
      )}
    </div>
  )
})

type Says = ReturnType<typeof useTranslation<['board', 'dispatch']>>['t']

const stateOf = ({ kind, trip, planned }: Card): { tone: Tone; code: 'stopped' | 'planned' | 'idle' | null } =>
  kind === 'stopped'
    ? { tone: 'grey', code: 'stopped' }
    : trip
      ? { tone: tripTones[trip.state], code: null }
      : planned === null
        ? { tone: 'green', code: 'idle' }
        : { tone: 'blue', code: 'planned' }

const Why = ({ of }: { of: string }) => (
  <>
    <Ban size={14} strokeWidth={1.75} aria-hidden="true" /> {of}
  </>
)

function idleText({ driverId, planned, lines }: Card, t: Says): string {
  if (lines.length > 0) return t('card.sending')
  if (driverId === null) return t('card.driverFirst')
  if (planned) return t('dispatch:form.planned', { trip: planned })
  return planned === '' ? t('dispatch:form.plannedElsewhere') : t('card.empty')
}

/** What letting go here would do, then what does not go and why. */
function sayFit({ taken, refused, after }: Fit, t: Says, no: readonly string[]): string[] {
  const pieces = taken.reduce((sum, one) => sum + one.pieces, 0)
  const count = taken.length
  const all = { waybills: figure(after.waybills), all: figure(after.pieces) }
  const over = rateOf(after) > 100 && count > 0 ? [t('fit.over', { rate: rateOf(after) })] : []
  return [
    ...(count > 0 ? [t('fit.put', { count, pieces: figure(pieces), ...all })] : []),
    ...over,
    ...(refused.length > 0 ? no : []),
  ]
}

function Leaves({ trip, today }: { trip: NonNullable<Card['trip']>; today: string }) {
  const { t } = useTranslation(['board', 'dispatch'])
  const at = trip.departAt ?? trip.planAt
  const time = day(at) === today ? clock(at) : dateTime(at).slice(5)
  return (
    <time dateTime={at} data-late={(trip.departAt === null && Date.parse(at) < Date.now()) || undefined}>
      {t(trip.departAt === null ? 'card.leaves' : 'card.left', { time })}
    </time>
  )
}

type LineProps = { line: CardLine; isHeld: boolean; may: boolean; onHold: () => void; onTakeOff: () => void }

function Line({ line, isHeld, may, onHold, onTakeOff }: LineProps) {
  const { t } = useTranslation(['board', 'dispatch'])
  const no = line.waybillNo
  return (
    <li className={styles.line} data-drag={may ? line.cargo.key : undefined} data-held={isHeld || undefined}>
      {may && <GripVertical size={14} strokeWidth={1.75} aria-hidden="true" />}
      <Link to={pathTo('waybill', { no })}>{no}</Link>
      <span className={styles.quiet}>{dotted(line.customerName, line.consigneeCity)}</span>
      <span>{t('card.pieces', { count: line.pieces })}</span>
      {may && (
        <>
          <button type="button" aria-pressed={isHeld} aria-label={t('act.moveNo', { no })} onClick={onHold}>
            {t('act.move')}
          </button>
          <button type="button" aria-label={t('act.takeOffNo', { no })} onClick={onTakeOff}>
            {t('act.takeOff')}
          </button>
        </>
      )}
    </li>
  )
}
