import type { Sent } from '@xunyun/contract/kernel/call'
import * as calls from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import { searchText } from '../src/platform/search.ts'
import type { Client, World } from './world.ts'

/** A small freight company in a world: two outlets, two customers, vehicles and drivers; and waybills to order. */
export type Freight = {
  hangzhou: number
  guangzhou: number
  yunfan: number
  hengda: number
  vehicle: number
  driver: number
  addVehicle(plateNo: string, columns?: Record<string, unknown>): Promise<number>
  addDriver(name: string, columns?: Record<string, unknown>): Promise<number>
  /** A placed waybill of so many pieces, 10 kg and 0.1 m³ each; answers its id and number. */
  waybill(
    client: Client,
    pieces: number,
    over?: Partial<Sent<typeof calls.createWaybill>>,
  ): Promise<{ id: number; waybillNo: string }>
}

export async function openFreight(world: World): Promise<Freight> {
  const hangzhou = await world.outlet('杭州总站')
  const guangzhou = await world.outlet('广州白云站')
  await world.db
    .updateTable('company')
    .set({ region_code: '330110', region_name: '浙江省 杭州市 余杭区' })
    .where('id', '=', hangzhou)
    .execute()
  await world.db
    .updateTable('company')
    .set({ region_code: '440111', region_name: '广东省 广州市 白云区' })
    .where('id', '=', guangzhou)
    .execute()
  const yunfan = await world.company('杭州云帆电子有限公司', ['customer'])
  const hengda = await world.company('宁波恒达机电有限公司', ['customer'])
  let count = 0
  const addDriver = async (name: string, columns: Record<string, unknown> = {}) => {
    count += 1
    const found = await world.db
      .insertInto('driver')
      .values({
        name,
        mobile: `1380013${String(8000 + count)}`,
        licence_class: 'A2',
        search: searchText([name]),
        ...columns,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return found.id
  }
  const addVehicle = async (plateNo: string, columns: Record<string, unknown> = {}) => {
    const found = await world.db
      .insertInto('vehicle')
      .values({
        type: 'own',
        plate_no: plateNo,
        plate_color: 'yellow',
        model: '9.6box',
        load_kg: '10000',
        volume_m3: '50',
        search: searchText([plateNo]),
        ...columns,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return found.id
  }
  return {
    hangzhou,
    guangzhou,
    yunfan,
    hengda,
    vehicle: await addVehicle('浙A8K215'),
    driver: await addDriver('沈立'),
    addVehicle,
    addDriver,
    waybill: (client, pieces, over = {}) =>
      client.ok(calls.createWaybill, {
        ...waybillOf(hangzhou, yunfan, pieces),
        place: true,
        // Nobody is billed for a walk-in.
        ...('customerId' in over && over.customerId === undefined ? { payMethod: 'prepaid' } : {}),
        ...over,
      }),
  }
}

/** A waybill as typed: Hangzhou to Guangzhou. */
export const waybillOf = (outletId: number, customerId: number, pieces: number): Sent<typeof calls.createWaybill> => ({
  outletId,
  customerId,
  bizDate: '2026-11-20',
  deliveryWay: 'delivery',
  payMethod: 'monthly',
  shipper: { name: '王志强', phone: '138 5711 2086', region: '330110', address: '仓前街道良睦路1399号3幢' },
  consignee: { name: '陈国强', phone: '13922104475', region: '440111', address: '太和镇石湖路88号A区12仓' },
  goods: [
    { name: '电子配件', package: 'carton', pieces, weight: String(pieces * 10), volume: (pieces / 10).toFixed(4) },
  ],
})

/** Where the pieces of a waybill are, by the balances: `outlet:3` → 40. */
export async function piecesOf(world: World, waybillId: number): Promise<Record<string, number>> {
  const rows = await world.db
    .selectFrom('piece_place')
    .select(['place', 'place_id', 'pieces'])
    .where('waybill_id', '=', waybillId)
    .where('pieces', '>', 0)
    .execute()
  return Object.fromEntries(
    rows.map((row) => [row.place_id === 0 ? row.place : `${row.place}:${row.place_id}`, row.pieces]),
  )
}

export const stateOf = async (world: World, id: number) =>
  world.db
    .selectFrom('waybill')
    .select(['state', 'state_pieces', 'unarranged', 'exception_count', 'pieces'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Minutes ago, ISO. */
export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

export const sumOf = async (world: World, query: string): Promise<number> =>
  (await sql.raw<{ n: number }>(query).execute(world.db)).rows[0]?.n ?? 0
