import type { WatchRow } from '@xunyun/contract/watch/calls'
import type { WatchList } from '@xunyun/contract/watch/lists'
import { keyReasonWords, whereSaid } from '@xunyun/contract/watch/words'
import { columnsOf as helpersOf } from '../../shared/grid/column.tsx'
import type { Column } from '../../shared/grid/types.ts'
import { i18n } from '../../shared/i18n/i18n.ts'
import { serverNow } from '../../shared/session/session.ts'
import { dateTime } from '../../shared/ui/format.ts'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import { trackColumns } from '../waybills/index.ts'

const column = helpersOf<WatchRow>()
const tracked = trackColumns as unknown as readonly Column<WatchRow>[]
const of = (key: string): Column<WatchRow> => {
  const found = tracked.find((one) => one.key === key)
  if (found === undefined) throw new Error(`no column ${key}`)
  return found
}
const shown = (key: string): Column<WatchRow> => ({ ...of(key), hidden: false })

const head = [of('waybillNo'), of('flags'), of('state')]
const goods = [of('customerName'), of('route'), of('pieces')]

/** Whose it is, when it is due, and how often it was escalated. */
const clock = [
  column.text('ownerName', 'watch:column.owner', {
    width: 84,
    card: 'meta',
    value: (row) => row.ownerName ?? i18n.t('watch:owner.none'),
  }),
  column.custom({
    key: 'dueAt',
    title: 'watch:column.dueAt',
    width: 148,
    sortKey: 'dueAt',
    card: 'aside',
    render: ({ dueAt }) => {
      const isOver = Date.parse(dueAt) < serverNow().getTime()
      return isOver ? <StateTag tone="red">{dateTime(dueAt)}</StateTag> : dateTime(dueAt)
    },
    text: ({ dueAt }) => dateTime(dueAt),
  }),
  column.integer('level', 'watch:column.level'),
]
const since = column.waited('since', 'watch:column.waited', { sortKey: 'since' })
const live = column.integer('live', 'watch:column.live')

const reason = column.custom({
  key: 'reason',
  title: 'watch:column.reason',
  width: 128,
  exportKey: null,
  render: (row) => reasonOf(row),
  text: reasonOf,
})
/** Why it still lies where it was placed. */
function reasonOf({ unarranged, pieces, arrangementNo }: WatchRow): string {
  return unarranged === pieces || arrangementNo === null
    ? i18n.t('watch:reason.unarranged')
    : i18n.t('watch:reason.arranged', { no: arrangementNo })
}
const keyReasons = column.custom({
  key: 'keyReasons',
  title: 'watch:column.keyReasons',
  width: 140,
  card: 'meta',
  render: (row, { language }) => row.keyReasons.map((one) => keyReasonWords[one][language]).join('、'),
  text: (row, language) => row.keyReasons.map((one) => keyReasonWords[one][language]).join(', '),
})
const where = column.custom({
  key: 'where',
  title: 'watch:column.where',
  width: 148,
  card: 'meta',
  render: (row, { language }) => whereSaid(row.where, language),
  text: (row, language) => whereSaid(row.where, language),
})
const declaredValue = column.money('declaredValue', 'waybills:column.declaredValue')
const codAmount = column.money('codAmount', 'waybills:column.codAmount')

/** What each list shows of its own. */
const own: Readonly<Record<WatchList, readonly Column<WatchRow>[]>> = {
  unshipped: [shown('planPickup'), since, reason],
  noSign: [live, where, of('planArrive'), since, of('lastTrack')],
  unTrack: [of('lastTrack'), of('trackedAt'), since, shown('driverName'), shown('driverPhone')],
  keyPieces: [keyReasons, declaredValue, codAmount, of('lastTrack'), of('trackedAgo'), of('planArrive')],
}

export function columnsOf(list: WatchList): readonly Column<WatchRow>[] {
  const before = [...head, ...clock, ...goods, ...own[list]]
  const keys = new Set(before.map(({ key }) => key))
  const rest = tracked.filter(({ key }) => !keys.has(key))
  return [...before, ...rest.map((one) => ({ ...one, hidden: true }))]
}
