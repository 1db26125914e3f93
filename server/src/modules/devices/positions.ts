import {
  type addPositions,
  earlyPositionMinutes,
  latePositionDays,
  type PositionFault,
  type ReadPosition,
  readPosition,
} from '@xunyun/contract/devices/positions'
import { sayReason } from '@xunyun/contract/errors'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { microOf } from '@xunyun/contract/kernel/position'
import type { Language } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import { type Db, dbError, kept, type Tx } from '../../platform/db.ts'
import { dayOfPosition, makeParts } from './partitions.ts'

/** Positions (T33): once for a device and time; the last one of a device moves forward only. */

export const placeTimeFits = (at: string, now: number): boolean =>
  Date.parse(at) >= now - latePositionDays * 86_400_000 && Date.parse(at) <= now + earlyPositionMinutes * 60_000

type Row = {
  readonly device_id: number
  readonly at: string
  readonly lng: number
  readonly lat: number
  readonly speed: number | null
  readonly battery: number | null
  readonly place: string | null
}

/** Those of a supplier by number and by IMEI. Not locked: what moves them on judges each row as it then is. */
async function devicesNamed(db: Db, supplierId: number, read: readonly ReadPosition[]) {
  const told = (name: 'deviceNo' | 'imei') => [...new Set(read.flatMap((one) => one[name] ?? []))]
  const { rows } = await sql<{ id: number; no: string; imei: string | null }>`${kept}
    -- unscoped: a supplier's token reaches the devices of that supplier, and no others
    select id, device_no as no, imei from gps_device where supplier_id = ${supplierId} and (device_no = any(${told('deviceNo')}::text[])
      or imei = any(${told('imei')}::text[])) and not is_deleted and state <> 'scrapped'`.execute(db)
  return {
    byNo: new Map(rows.map(({ id, no }) => [no, id])),
    byImei: new Map(rows.flatMap(({ id, imei }) => (imei === null ? [] : [[imei, id] as const]))),
  }
}

/**
 * Keeps what is new, and moves the devices' last positions on, in the order of their ids as everywhere: one statement, and so one
 * transaction. Answers how many were new.
 */
async function keep(db: Db, rows: readonly Row[]): Promise<number> {
  const told = JSON.stringify(rows)
  const { rows: counted } = await sql<{ count: number }>`${kept}
    with told as (
      select * from json_to_recordset(${told}::json) as t(device_id bigint, at timestamptz, lng int, lat int, speed int, battery int, place text)
    ), fresh as (
      insert into position (device_id, at, lng, lat, speed, battery, place)
      select device_id, at, lng, lat, speed, battery, place from told order by device_id, at
      on conflict do nothing returning 1
    ), last as (
      select distinct on (device_id) * from told order by device_id, at desc
    ), moved as (
      update gps_device d set last_lng = l.lng, last_lat = l.lat, last_at = l.at, last_place = l.place, battery = coalesce(l.battery, d.battery)
      -- unscoped: of the supplier, found above
      from last l where d.id = l.device_id and (d.last_at is null or d.last_at < l.at)
    )
    select count(*) as count from fresh`.execute(db)
  return counted[0]?.count ?? 0
}

/** The day of a position has no part yet; checks of ours have names. */
const hasNoPart = (error: unknown): boolean => {
  const found = dbError(error)
  return found?.code === '23514' && found.constraint === undefined
}

/** The night makes the parts ahead, so they are looked for only where one turns out to be missing. */
async function keepWithParts(db: Db, rows: readonly Row[]): Promise<number> {
  try {
    return await keep(db, rows)
  } catch (error) {
    if (!hasNoPart(error)) throw error
    await makeParts(
      db,
      rows.map(({ at }) => dayOfPosition(at)),
    )
    return keep(db, rows)
  }
}

/** What a supplier's platform reports; answered once it is kept. */
export async function takePositions(
  db: Db,
  supplierId: number,
  { positions }: Input<typeof addPositions>,
  language: Language,
): Promise<Output<typeof addPositions>> {
  const now = clock.ms()
  const refused: { index: number; reason: PositionFault['reason']; msg: string }[] = []
  const refuse = (index: number, { reason, params = {} }: PositionFault) =>
    void refused.push({ index, reason, msg: sayReason(reason, params, language) })
  const read = positions.flatMap((sent, index) => {
    const one = readPosition(sent, now)
    if (!('reason' in one)) return [{ ...one, index }]
    refuse(index, one)
    return []
  })
  const { byNo, byImei } = await devicesNamed(db, supplierId, read)
  const rows = read.flatMap(({ index, deviceNo, imei, place, text, ...one }): Row[] => {
    const id = (deviceNo === undefined ? undefined : byNo.get(deviceNo)) ?? byImei.get(imei ?? '')
    if (id === undefined) {
      refuse(index, { reason: 'devices.unknownDevice' })
      return []
    }
    const [lng, lat] = microOf(place)
    return [{ device_id: id, lng, lat, place: text, ...one }]
  })
  const fresh = rows.length === 0 ? 0 : await keepWithParts(db, rows)
  return { accepted: fresh, repeated: rows.length - fresh, refused: refused.sort((a, b) => a.index - b.index) }
}

/** One that somebody said by hand, beside the device that the caller has moved. */
export async function addPosition(tx: Tx, row: Pick<Row, 'device_id' | 'at' | 'lng' | 'lat' | 'place'>): Promise<void> {
  await tx
    .insertInto('position')
    .values({ ...row, by_hand: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
