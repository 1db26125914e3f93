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
import { type Db, kept, type Tx } from '../../platform/db.ts'
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

/** Those of a supplier by number and by IMEI, locked in the order of their ids: each call moves them on. */
async function devicesNamed(tx: Tx, supplierId: number, read: readonly ReadPosition[]) {
  const names = [
    ...new Set(read.flatMap(({ deviceNo, imei }) => [deviceNo, imei].filter((name) => name !== undefined))),
  ]
  const { rows } = await sql<{ id: number; no: string; imei: string | null }>`${kept}
    -- unscoped: a supplier's token reaches the devices of that supplier, and no others
    select id, device_no as no, imei from gps_device where supplier_id = ${supplierId} and (device_no = any(${names}::text[])
      or imei = any(${names}::text[])) and not is_deleted and state <> 'scrapped' order by id for no key update`.execute(
    tx,
  )
  return {
    byNo: new Map(rows.map(({ id, no }) => [no, id])),
    byImei: new Map(rows.flatMap(({ id, imei }) => (imei === null ? [] : [[imei, id] as const]))),
  }
}

/** Keeps what is new, and moves the devices' last positions on. Answers how many were new. */
async function keep(tx: Tx, rows: readonly Row[]): Promise<number> {
  const told = JSON.stringify(rows)
  const { rows: counted } = await sql<{ count: number }>`${kept}
    with told as (
      select * from json_to_recordset(${told}::json) as t(device_id bigint, at timestamptz, lng int, lat int, speed int, battery int, place text)
    ), fresh as (
      insert into position (device_id, at, lng, lat, speed, battery)
      select device_id, at, lng, lat, speed, battery from told order by device_id, at
      on conflict do nothing returning 1
    ), last as (
      select distinct on (device_id) * from told order by device_id, at desc
    ), moved as (
      update gps_device d set last_lng = l.lng, last_lat = l.lat, last_at = l.at, last_place = l.place, battery = coalesce(l.battery, d.battery)
      -- unscoped: locked above
      from last l where d.id = l.device_id and (d.last_at is null or d.last_at < l.at)
    )
    select count(*) as count from fresh`.execute(tx)
  return counted[0]?.count ?? 0
}

/** What a supplier's platform reports; answered once it is kept. */
export async function takePositions(
  db: Db,
  supplierId: number,
  { positions }: Input<typeof addPositions>,
  language: Language,
): Promise<Output<typeof addPositions>> {
  const now = clock.ms()
  const refused: { index: number; reason: PositionFault; msg: string }[] = []
  const refuse = (index: number, reason: PositionFault) =>
    void refused.push({ index, reason, msg: sayReason(reason, {}, language) })
  const read = positions.flatMap((sent, index) => {
    const one = readPosition(sent, now)
    if (typeof one !== 'string') return [{ ...one, index }]
    refuse(index, one)
    return []
  })
  if (read.length > 0)
    await makeParts(
      db,
      read.map(({ at }) => dayOfPosition(at)),
    )
  const counts = await db.transaction().execute(async (tx) => {
    const { byNo, byImei } = await devicesNamed(tx, supplierId, read)
    const rows = read.flatMap(({ index, deviceNo, imei, place, text, ...one }): Row[] => {
      const id = (deviceNo === undefined ? undefined : byNo.get(deviceNo)) ?? byImei.get(imei ?? '')
      if (id === undefined) {
        refuse(index, 'devices.unknownDevice')
        return []
      }
      const [lng, lat] = microOf(place)
      return [{ device_id: id, lng, lat, place: text, ...one }]
    })
    return { told: rows.length, fresh: rows.length === 0 ? 0 : await keep(tx, rows) }
  })
  return {
    accepted: counts.fresh,
    repeated: counts.told - counts.fresh,
    refused: refused.sort((a, b) => a.index - b.index),
  }
}

/** One that somebody said by hand, beside the device that the caller has moved. */
export async function addPosition(tx: Tx, row: Pick<Row, 'device_id' | 'at' | 'lng' | 'lat'>): Promise<void> {
  await tx
    .insertInto('position')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
