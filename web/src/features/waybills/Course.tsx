import { useQuery } from '@tanstack/react-query'
import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { Output } from '@xunyun/contract/kernel/call'
import { type Language, pageOf } from '@xunyun/contract/pages'
import { type ClockList, watchPages } from '@xunyun/contract/watch/lists'
import { getWaybillEvents, type WaybillEventOut } from '@xunyun/contract/waybills/calls'
import type { WaybillEventType } from '@xunyun/contract/waybills/events'
import { Segmented } from 'antd'
import {
  AlarmClock,
  CircleCheck,
  CircleDollarSign,
  CircleX,
  Eye,
  EyeOff,
  FileCheck,
  FilePen,
  FilePlus2,
  Forward,
  Link2,
  type LucideIcon,
  MapPin,
  Package,
  PackageCheck,
  ShieldAlert,
  ShieldCheck,
  Star,
  Truck,
  Undo2,
  UserCheck,
  Warehouse,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { api } from '../../shared/api/api.ts'
import { changedValue, fieldKey } from '../../shared/detail/changedValue.ts'
import { Timeline, type TimelineEntry } from '../../shared/detail/Timeline.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import type { TextKey } from '../../shared/i18n/textKey.ts'
import { useSay } from '../../shared/i18n/textKey.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { dateTime, money } from '../../shared/ui/format.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import type { Tone } from '../../shared/ui/StateTag.tsx'
import styles from './Detail.module.css'
import { TrackTimeline } from './tracks/TrackTimeline.tsx'

type View = 'all' | 'tracks' | 'changes'

export const looks: Readonly<Record<WaybillEventType, { icon: LucideIcon; tone: Tone }>> = {
  drafted: { icon: FilePen, tone: 'grey' },
  placed: { icon: FilePlus2, tone: 'green' },
  changed: { icon: FilePen, tone: 'grey' },
  destinationChanged: { icon: MapPin, tone: 'orange' },
  arranged: { icon: Truck, tone: 'grey' },
  removed: { icon: Undo2, tone: 'grey' },
  departed: { icon: Truck, tone: 'blue' },
  arrived: { icon: Warehouse, tone: 'green' },
  departureUndone: { icon: Undo2, tone: 'orange' },
  arrivalUndone: { icon: Undo2, tone: 'orange' },
  courierCollected: { icon: Truck, tone: 'blue' },
  courierTransit: { icon: Truck, tone: 'blue' },
  courierDelivery: { icon: Truck, tone: 'blue' },
  leftBehind: { icon: Undo2, tone: 'orange' },
  swapped: { icon: Truck, tone: 'orange' },
  swapUndone: { icon: Undo2, tone: 'orange' },
  broughtIn: { icon: Warehouse, tone: 'green' },
  bringInUndone: { icon: Undo2, tone: 'orange' },
  givenBack: { icon: Undo2, tone: 'orange' },
  giveBackUndone: { icon: Undo2, tone: 'orange' },
  checkedIn: { icon: Warehouse, tone: 'green' },
  shippedFromWarehouse: { icon: Warehouse, tone: 'green' },
  pickupNotified: { icon: Package, tone: 'orange' },
  deliveredInstead: { icon: Truck, tone: 'orange' },
  signed: { icon: PackageCheck, tone: 'green' },
  signedPartly: { icon: PackageCheck, tone: 'orange' },
  refused: { icon: CircleX, tone: 'red' },
  held: { icon: CircleX, tone: 'orange' },
  released: { icon: CircleCheck, tone: 'green' },
  cancelled: { icon: CircleX, tone: 'grey' },
  undone: { icon: Undo2, tone: 'orange' },
  refusalUndone: { icon: Undo2, tone: 'orange' },
  abnormalOpened: { icon: ShieldAlert, tone: 'red' },
  abnormalClosed: { icon: CircleCheck, tone: 'green' },
  abnormalReopened: { icon: Undo2, tone: 'orange' },
  tracked: { icon: MapPin, tone: 'blue' },
  trackCorrected: { icon: MapPin, tone: 'orange' },
  sentOnward: { icon: Forward, tone: 'orange' },
  cameFrom: { icon: Forward, tone: 'grey' },
  onwardCancelled: { icon: Undo2, tone: 'orange' },
  abandoned: { icon: CircleX, tone: 'grey' },
  lost: { icon: ShieldAlert, tone: 'red' },
  found: { icon: PackageCheck, tone: 'green' },
  readdressed: { icon: MapPin, tone: 'orange' },
  receiptRecovered: { icon: FileCheck, tone: 'blue' },
  receiptSent: { icon: FileCheck, tone: 'blue' },
  receiptReceived: { icon: FileCheck, tone: 'blue' },
  receiptReturned: { icon: FileCheck, tone: 'blue' },
  receiptDone: { icon: FileCheck, tone: 'green' },
  receiptAbnormal: { icon: ShieldAlert, tone: 'red' },
  receiptResolved: { icon: FileCheck, tone: 'grey' },
  receiptLost: { icon: ShieldAlert, tone: 'red' },
  receiptUndone: { icon: Undo2, tone: 'orange' },
  closed: { icon: CircleCheck, tone: 'green' },
  reopened: { icon: Undo2, tone: 'orange' },
  watchClaimed: { icon: UserCheck, tone: 'grey' },
  watchAssigned: { icon: UserCheck, tone: 'grey' },
  watchDueChanged: { icon: AlarmClock, tone: 'orange' },
  keyMarked: { icon: Star, tone: 'orange' },
  keyUnmarked: { icon: Star, tone: 'grey' },
  trackHidden: { icon: EyeOff, tone: 'grey' },
  trackShown: { icon: Eye, tone: 'grey' },
  priced: { icon: CircleDollarSign, tone: 'green' },
  priceSubmitted: { icon: CircleDollarSign, tone: 'orange' },
  priceApproved: { icon: CircleCheck, tone: 'green' },
  priceRejected: { icon: CircleX, tone: 'red' },
  priceWithdrawn: { icon: Undo2, tone: 'grey' },
  priceConfirmed: { icon: CircleCheck, tone: 'green' },
  priceSent: { icon: CircleDollarSign, tone: 'blue' },
  priceDisputed: { icon: CircleX, tone: 'red' },
  priceDisputeEnded: { icon: Undo2, tone: 'orange' },
  priceUnconfirmed: { icon: Undo2, tone: 'orange' },
  prepaidTaken: { icon: CircleDollarSign, tone: 'green' },
  prepaidUndone: { icon: Undo2, tone: 'orange' },
  adjusted: { icon: CircleDollarSign, tone: 'orange' },
  changeRequested: { icon: FilePen, tone: 'orange' },
  changeGranted: { icon: CircleCheck, tone: 'green' },
  changeRejected: { icon: CircleX, tone: 'red' },
  changeWithdrawn: { icon: Undo2, tone: 'grey' },
  serviceAdded: { icon: FilePlus2, tone: 'grey' },
  serviceChanged: { icon: FilePen, tone: 'grey' },
  serviceRemoved: { icon: Undo2, tone: 'grey' },
  overCredit: { icon: ShieldAlert, tone: 'orange' },
}
/** What is a change by people, as against the way of the goods. */
const changes = new Set([
  'drafted',
  'changed',
  'removed',
  'departureUndone',
  'arrivalUndone',
  'giveBackUndone',
  'bringInUndone',
  'held',
  'released',
  'cancelled',
  'undone',
  'refusalUndone',
  'arranged',
  'priced',
  'priceSubmitted',
  'priceApproved',
  'priceRejected',
  'priceWithdrawn',
  'priceConfirmed',
  'priceSent',
  'priceDisputed',
  'priceDisputeEnded',
  'priceUnconfirmed',
  'prepaidTaken',
  'prepaidUndone',
  'adjusted',
  'overCredit',
  'changeRequested',
  'changeGranted',
  'changeRejected',
  'changeWithdrawn',
  'serviceAdded',
  'serviceChanged',
  'serviceRemoved',
])

/** What happened, in words, with the chain that proves it. */
export function Course({ id, version }: { id: number; version: number }) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const say = useSay()
  const [view, setView] = useState<View>('all')
  const events = useQuery({
    queryKey: [getWaybillEvents.path, id, version],
    queryFn: ({ signal }) => api(getWaybillEvents, { id }, { signal, quiet: true }),
  })
  const mayFollow = useRight('outboundNotice').browse
  /** What left the warehouse leads back to its notice, whoever may see that. */
  const notice = ({ params: { noticeNo } }: WaybillEventOut): { text?: ReactNode } => {
    if (!noticeNo) return {}
    const to = `${pathTo('outboundNotice')}?tab=&q=${encodeURIComponent(String(noticeNo))}`
    return { text: mayFollow ? <Link to={to}>{noticeNo}</Link> : noticeNo }
  }
  const entries = (events.data?.events ?? [])
    .filter((event) => view === 'all' || changes.has(event.type))
    .map((event) => ({ ...eventEntry(told(event), language, say), ...notice(event) }))
  return (
    <div className={styles.course}>
      <div className={styles.courseHead}>
        <h2>{t('detail.course')}</h2>
        <Segmented<View>
          size="small"
          value={view}
          onChange={setView}
          options={[
            { value: 'all', label: t('detail.all') },
            { value: 'tracks', label: t('detail.tracks') },
            { value: 'changes', label: t('detail.changes') },
          ]}
        />
      </div>
      {events.data && <Chain {...events.data} />}
      {view === 'tracks' ? (
        <TrackTimeline waybillId={id} version={version} />
      ) : events.isError ? (
        <LoadError error={events.error} retry={() => void events.refetch()} />
      ) : (
        <Timeline entries={entries} />
      )}
    </div>
  )
}

/** To whom a part of the events is told, its count would say how many are not. */
function Chain({ events, chain }: Output<typeof getWaybillEvents>) {
  const { t } = useTranslation('waybills')
  const whole = events.length < chain.count ? t('chain.whole') : t('chain.ok', { count: chain.count })
  const Icon = chain.ok ? ShieldCheck : ShieldAlert
  return (
    <div className={styles.chain} data-ok={chain.ok} role={chain.ok ? 'status' : 'alert'}>
      <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <div>{chain.ok ? whole : t('chain.broken', { seq: chain.brokenAt ?? 0 })}</div>
        <small title={chain.head}>
          {t('chain.head', { head: `${chain.head.slice(0, 4)}…${chain.head.slice(-4)}` })} · {t('chain.verified')}
        </small>
      </div>
    </div>
  )
}

const dictionaryOf: Readonly<Record<string, DictionaryType>> = {
  type: 'abnormalType',
  dealing: 'abnormalDealing',
  node: 'trackNode',
  service: 'addedService',
}
/** A price's reason is a code; everybody else's is what a person wrote. */
const reasonType = (event: WaybillEventOut): DictionaryType | undefined =>
  event.type === 'priceSubmitted' ? 'approvalReason' : undefined

const sums = new Set(['amount', 'quoted', 'receivable', 'limit', 'used'])

/** What was refused along with a signing has a sentence of its own. */
function told(event: WaybillEventOut): WaybillEventOut {
  const { signed, refused } = event.params
  if (event.type !== 'signed' || !refused) return event
  return signed === 0
    ? { ...event, type: 'refused', params: { ...event.params, pieces: refused } }
    : { ...event, type: 'signedPartly' }
}

const isTold = (type: string): type is WaybillEventType => type in looks

function eventEntry(event: WaybillEventOut, language: Language, say: (key: TextKey) => string): TimelineEntry {
  const look = isTold(event.type) ? looks[event.type] : undefined
  const params = Object.fromEntries(
    Object.entries(event.params).map(([name, value]) => {
      const type = name === 'reason' ? reasonType(event) : dictionaryOf[name]
      if (name === 'list') return [name, pageOf(watchPages[value as ClockList]).titles[language]]
      if (name === 'relation') return [name, i18n.t(`waybills:relation.${value as 'return'}`)]
      if (name === 'dueAt') return [name, dateTime(String(value))]
      if (sums.has(name)) return [name, value ? money(String(value)) : '']
      return [name, type === undefined ? (value ?? '') : wordFor(type, String(value ?? ''), language)]
    }),
  )
  const key = `waybills:event.${event.type}` as TextKey
  return {
    id: event.seq,
    at: happenedAt(event),
    icon: look?.icon,
    tone: look?.tone,
    title: look === undefined ? event.type : String(i18n.t(key as never, params as never)),
    byName: event.byName,
    // Numbers and plates stand on a line of their own: they are never broken.
    text:
      [
        ...['arrangementNo', 'plateNo', 'abnormalNo', 'toNo', 'fromNo', 'where', 'text'].map(
          (name) => event.params[name],
        ),
        ...pickupNotes(event),
        toMinute(happenedAt(event)) !== toMinute(event.at) &&
          i18n.t('waybills:detail.recordedAt', { at: dateTime(event.at) }),
      ]
        .filter(Boolean)
        .join(' ') || undefined,
    mark: <Link2 size={12} strokeWidth={1.75} aria-hidden="true" className={styles.linked} />,
    changes: event.changes.map(({ field, from, to }) => ({
      label: say(fieldKey(field)),
      from: changedValue(field, from, language),
      to: changedValue(field, to, language),
    })),
  }
}

/** One moment wherever it is told: what is reported of a trip happened when it was reported to, and not when that came in. */
const happenedAt = ({ at, params }: WaybillEventOut): string => (typeof params.at === 'string' ? params.at : at)
const toMinute = (at: string): string => at.slice(0, 16)

/** Why, where the sentence does not say it. */
const saysWhy = new Set([
  'departureUndone',
  'arrivalUndone',
  'bringInUndone',
  'swapUndone',
  'sentOnward',
  'onwardCancelled',
  'abandoned',
  'readdressed',
  'deliveredInstead',
  'watchAssigned',
  'watchDueChanged',
  'keyMarked',
  'receiptAbnormal',
  'receiptLost',
  'receiptUndone',
])

/** What is said of a pickup besides: that a code was issued, why it was not shown, why it is delivered instead. */
function pickupNotes({ type, params }: WaybillEventOut): unknown[] {
  const { codeIssued, noCodeReason, reason } = params
  return [
    codeIssued === true && i18n.t('waybills:pickup.codeIssued'),
    noCodeReason && i18n.t('waybills:pickup.noCode', { reason: noCodeReason }),
    saysWhy.has(type) && reason,
  ]
}
