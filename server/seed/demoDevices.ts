import type { bindDevice as BindDevice } from '@xunyun/contract/devices/bindings'
import type { Input } from '@xunyun/contract/kernel/call'
import { isImei } from '@xunyun/contract/kernel/checks'
import { sql } from 'kysely'
import { makeDeposits } from '../src/modules/costs/index.ts'
import {
  addDevice,
  bindDevice,
  loseDevices,
  mailBindings,
  scrapDevices,
  sendToRepair,
  takeBackBindings,
  takePositions,
} from '../src/modules/devices/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock } from '../src/platform/clock.ts'
import { type Db, owned, type Tx } from '../src/platform/db.ts'
import type { Files } from '../src/platform/files.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import { pinyinOf, searchText } from '../src/platform/search.ts'
import { created } from '../src/platform/version.ts'

/** The demo company's GPS devices: in stock, on their way, to come back, mailed, in repair, lost, scrapped. */

type Deps = { numbering: Numbering; approvals: Approvals; files: Files }
type People = { dispatcher: Actor; operator: Actor; warehouse: Actor; auditor: Actor }
type Object = { id: number; kind: 'waybillId' | 'arrangementId' | 'vehicleId' }

const models = ['GT06', 'EV25', 'WeTrack2']
/** The last digit makes it valid. */
const imeiOf = (n: number): string => {
  const begin = `86012345${String(600_000 + n * 7).padStart(6, '0')}`
  return Array.from({ length: 10 }, (_, digit) => `${begin}${digit}`).find(isImei) ?? begin
}
/** Days until each of what is over is due back: some are late. */
const dueIn = [2, 1, 3, -1, 1, 2, -4, -1.4, 0.6, 3]
/** Where what has left Hangzhou passes, degrees. */
const way = [
  ['浙江省杭州市余杭区仓前街道', 120.02, 30.28],
  ['浙江省金华市义乌市 G60 沪昆高速', 119.98, 29.32],
  ['江西省上饶市信州区 G60 沪昆高速', 117.97, 28.45],
  ['江西省南昌市青山湖区', 115.95, 28.68],
  ['湖南省长沙市芙蓉区', 112.99, 28.19],
] as const

export async function seedDevices(
  db: Db,
  { numbering, approvals, files }: Deps,
  people: People,
  outlets: readonly number[],
  start: number,
): Promise<void> {
  const rights = new Map(
    ['GPSStock', 'GPSRetrieve', 'GPSBindle', 'GPSList'].map((page) => [
      page,
      { browse: true, edit: true, approve: true },
    ]),
  )
  const keeper: Actor = { ...people.dispatcher, rights }
  const then = <T>(hours: number, act: (tx: Tx) => Promise<T>): Promise<T> =>
    clock.as(new Date(start - hours * 3_600_000), () => db.transaction().execute(act))
  const supplierId = await then(900, (tx) => supplier(tx, people.operator.userId))
  const devices: number[] = []
  for (let n = 0; n < 40; n += 1) {
    const { id } = await then(800 - n, (tx) =>
      addDevice(
        { tx, actor: keeper },
        {
          deviceNo: `GPS${String(20_001 + n)}`,
          imei: imeiOf(n),
          simNo: `1440${String(100_200_300 + n * 17)}`,
          model: models[n % models.length],
          supplierId,
          // Some were not charged since they came back.
          battery: n >= 36 ? n - 20 : 45 + ((n * 13) % 55),
          deposit: n % 5 === 0 ? undefined : '300',
          receivedOn: undefined,
          remark: undefined,
          outletId: n % 4 === 3 ? outlets[1] : outlets[0],
          keeperId: n % 3 === 0 && n % 4 !== 3 ? people.warehouse.userId : undefined,
        },
      ),
    )
    devices.push(id)
  }
  const next = () => devices.shift() ?? 0
  const bind = (object: Object, hours: number, days: number) => {
    const input: Input<typeof BindDevice> = {
      deviceId: next(),
      waybillId: undefined,
      arrangementId: undefined,
      vehicleId: undefined,
      [object.kind]: object.id,
      expectedReturn: object.kind === 'vehicleId' ? undefined : new Date(start + days * 86_400_000).toISOString(),
      returnWay: days % 2 === 0 ? 'courier' : 'carried',
      fileIds: undefined,
    }
    return then(hours, (tx) => bindDevice(files)({ tx, actor: keeper }, input))
  }
  const live = await objects(db, sql`a.phase = 'planned'`, sql`w.state in ('placed', 'inStation')`)
  const going = await objects(db, sql`a.phase = 'underway'`, sql`w.state in ('inTransit', 'delivering')`)
  for (const object of [...live.trips.slice(0, 2), ...live.waybills.slice(0, 2)]) await bind(object, 3, 4)
  for (const object of [...going.trips.slice(0, 4), ...going.waybills.slice(0, 4)]) await bind(object, 30, 2)
  for (const object of (await vehicles(db)).slice(0, 2)) await bind(object, 200, 0)
  const over = await objects(db, sql`a.phase = 'ended'`, sql`w.state in ('signed', 'partSigned')`)
  const ended: number[] = []
  for (const [at, object] of [...over.trips.slice(0, 5), ...over.waybills.slice(0, 5)].entries())
    ended.push(await then(90, (tx) => boundBefore(tx, keeper, next(), object, start + (dueIn[at] ?? 1) * 86_400_000)))
  const back = (ids: number[], condition: 'intact' | 'damaged') =>
    then(6, (tx) => takeBackBindings({ tx, actor: keeper }, { ids, condition }))
  await back(ended.splice(0, 3), 'intact')
  await back(ended.splice(0, 1), 'damaged')
  const parcel = ended.splice(0, 2)
  await then(20, (tx) => mailBindings({ tx, actor: keeper }, { ids: parcel, expressNo: 'SF1387200456123' }))
  await then(50, (tx) => sendToRepair({ tx, actor: keeper }, { ids: [next(), next()], reason: '不定位' }))
  await then(70, (tx) => scrapDevices({ tx, actor: keeper }, { ids: [next(), next()], reason: '外壳破裂，主板进水' }))
  const lost = await owned(db)
    .selectFrom('gps_binding')
    .select('device_id')
    .where('waybill_id', 'is not', null)
    .where('returned_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  const ids = [...lost.map((row) => row.device_id), next()]
  await then(2, (tx) =>
    loseDevices(makeDeposits(numbering, approvals))({ tx, actor: keeper }, { ids, reason: '收货方称未见设备' }),
  )
  await positions(db, supplierId, start)
}

async function supplier(tx: Tx, userId: number): Promise<number> {
  const name = '智寻物联科技有限公司'
  const { id } = await owned(tx)
    .insertInto('company')
    .values({
      code: 'GPS01',
      name,
      short_name: '智寻物联',
      roles: ['settle'],
      search: searchText([name, '智寻物联', pinyinOf(name)]),
      ...created(userId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function objects(db: Db, trip: ReturnType<typeof sql>, waybill: ReturnType<typeof sql>) {
  const trips = await sql<{ id: number }>`
    select a.id from arrangement a where a.kind = 'vehicle' and not a.is_deleted and ${trip} order by a.id desc limit 8`.execute(
    db,
  )
  const waybills = await sql<{ id: number }>`
    select w.id from waybill w where not w.is_deleted and w.customer_id is not null and ${waybill} order by w.id limit 8`.execute(
    db,
  )
  return {
    trips: trips.rows.map(({ id }): Object => ({ id, kind: 'arrangementId' })),
    waybills: waybills.rows.map(({ id }): Object => ({ id, kind: 'waybillId' })),
  }
}
const vehicles = async (db: Db): Promise<Object[]> =>
  (await db.selectFrom('vehicle').select('id').where('enabled', '=', true).orderBy('id').execute()).map(({ id }) => ({
    id,
    kind: 'vehicleId',
  }))

/** Of what is over already, as it was bound before it left. */
async function boundBefore(tx: Tx, actor: Actor, deviceId: number, object: Object, due: number): Promise<number> {
  const isTrip = object.kind === 'arrangementId'
  const { rows } = await sql<{ id: number }>`
    with told as (
      select ${
        isTrip
          ? sql`concat_ws(' ', d.name, c.short_name), d.mobile, a.arrangement_no from arrangement a join driver d on d.id = a.driver_id
        left join company c on c.id = a.carrier_id where a.id = ${object.id}`
          : sql`coalesce(w.consignee_company, w.consignee_name), w.consignee_phone, w.waybill_no
        from waybill w where w.id = ${object.id}`
      }
    ), made as (
      insert into gps_binding (device_id, waybill_id, arrangement_id, outlet_id, bound_at, bound_by, expected_return, return_way, holder, holder_phone, search)
      select ${deviceId}::bigint, ${isTrip ? null : object.id}::bigint, ${isTrip ? object.id : null}::bigint, ${actor.outletId}::bigint,
        ${clock.iso()}::timestamptz, ${actor.userId}::bigint, ${new Date(due).toISOString()}::timestamptz, 'carried', t.holder, t.phone,
        lower(concat_ws(' ', g.device_no, t.no, t.holder, t.phone))
      from told t(holder, phone, no), gps_device g where g.id = ${deviceId} returning id, device_id
    ), moved as (update gps_device d set state = 'bound' from made m where d.id = m.device_id)
    select id from made`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Hours on the road, a point every twenty minutes; what is to come back was silent for a while. */
async function positions(db: Db, supplierId: number, start: number): Promise<void> {
  const { rows } = await sql<{ no: string; at: number }>`
    select d.device_no as no, row_number() over (order by d.id)::int as at from gps_device d
    where d.state in ('bound', 'mailing', 'lost') order by d.id`.execute(db)
  const all = rows.flatMap(({ no, at }) => {
    const silent = at % 4 === 0 ? 20 : at % 4
    return Array.from({ length: 18 }, (_, step) => {
      const along = Math.min((step / 18) * (1 + (at % way.length)), way.length - 1)
      const from = way[Math.floor(along)] ?? way[0]
      const to = way[Math.ceil(along)] ?? from
      const part = along - Math.floor(along)
      return {
        deviceNo: no,
        at: new Date(start - (silent * 3_600_000 + (17 - step) * 1_200_000)).toISOString(),
        lng: from[1] + (to[1] - from[1]) * part,
        lat: from[2] + (to[2] - from[2]) * part,
        speed: 62 + (step % 5),
        battery: Math.max(8, 92 - at * 3 - step),
        place: from[0],
      }
    })
  })
  for (let from = 0; from < all.length; from += 900)
    await takePositions(db, supplierId, { positions: all.slice(from, from + 900) }, 'zh')
}
