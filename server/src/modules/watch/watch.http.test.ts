import { getCompany } from '@xunyun/contract/companies/calls'
import { getDashboard } from '@xunyun/contract/dashboard/calls'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import * as calls from '@xunyun/contract/watch/calls'
import type { WatchList } from '@xunyun/contract/watch/lists'
import { changeWatchSetting, getWatchSetting } from '@xunyun/contract/watch/settings'
import * as waybills from '@xunyun/contract/waybills/calls'
import { addTrack } from '@xunyun/contract/waybills/tracks'
import { getNotifications } from '@xunyun/contract/workbench/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight } from '../../../test/freight.ts'
import { type Client, openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let clerk: Person
let dispatcher: Person
let head: Person
let office: Client

const follows = {
  unshippedList: 'edit',
  noSignList: 'edit',
  unTrackList: 'edit',
  keyPiecesList: 'edit',
} as const

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  const at = { scope: 'outlet' as const, companies: [freight.hangzhou], outletId: freight.hangzhou }
  clerk = await world.person('watch-clerk', {
    ...at,
    rights: { taskList: 'edit', allWayBill: 'approve', arrangedOrder: 'edit', track: 'edit', ...follows },
  })
  dispatcher = await world.person('watch-dispatcher', {
    ...at,
    rights: { arrangeOperate: 'edit', arrangeList: 'approve', arrangedOrder: 'edit', allWayBill: 'edit', ...follows },
  })
  head = await world.person('watch-head', {
    ...at,
    rights: { ...follows, unTrackList: 'approve', keyPiecesList: 'approve' },
  })
  office = clerk.client
  await world.db.updateTable('company').set({ head_id: head.id }).where('id', '=', freight.hangzhou).execute()
}, 60_000)
afterAll(() => world.close())

const on = async (list: WatchList, client = office, more: Record<string, unknown> = {}) =>
  (await client.ok(calls.getWatched, { list, pageSize: 500, ...more })).rows
const isOn = async (list: WatchList, id: number) => (await on(list)).some((row) => row.id === id)
const rowOf = async (list: WatchList, id: number, client = office) => {
  const row = (await on(list, client)).find((one) => one.id === id)
  if (row === undefined) throw new Error(`${id} is not on ${list}`)
  return row
}
const turn = () => office.ok(calls.runWatch, {})
const clockOf = (id: number, list: WatchList) =>
  world.db.selectFrom('watch').selectAll().where('waybill_id', '=', id).where('list', '=', list).executeTakeFirst()

async function depart(id: number, pieces = 2) {
  const trip = await dispatcher.client.ok(dispatch.createArrangement, {
    type: 'trunk',
    vehicleId: await freight.addVehicle(`沪B${String(10_000 + id)}`),
    driverId: await freight.addDriver(`跟踪${id}`),
    planAt: ago(-60),
    fromOutletId: freight.hangzhou,
    toOutletId: freight.guangzhou,
    lines: [{ waybillId: id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces }],
    assign: true,
  } as never)
  expect(await dispatcher.client.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(0) })).toMatchObject({
    done: 1,
  })
  return trip
}
/** Its tracks are so many hours older than they were. */
const silent = async (id: number, hours: number) => {
  await sql`update track set at = at - ${hours} * interval '1 hour' where waybill_id = ${id}`.execute(world.db)
  await sql`update waybill set last_track_at = last_track_at - ${hours} * interval '1 hour',
    shown_track_at = shown_track_at - ${hours} * interval '1 hour' where id = ${id}`.execute(world.db)
}

describe('what is on a list', () => {
  it('[RT-17/unshippedList] [T27] unshipped: past its planned pickup, or a day after placing, until the first piece moves', async () => {
    const planned = await freight.waybill(office, 2, { planPickup: ago(30) })
    const waiting = await freight.waybill(office, 2)
    expect(await rowOf('unshipped', planned.id)).toMatchObject({ live: 2, since: expect.any(String) })
    expect(await isOn('unshipped', waiting.id)).toBe(false)
    await sql`update waybill set placed_at = placed_at - interval '25 hours' where id = ${waiting.id}`.execute(world.db)
    expect(await isOn('unshipped', waiting.id)).toBe(true)
    await office.ok(waybills.checkInWaybills, { ids: [waiting.id] })
    expect(await isOn('unshipped', waiting.id)).toBe(false)
  })

  it('[RT-17/noSignList] [T27] not signed: moved, live, and past its planned arrival or a day after all of it arrived', async () => {
    const { id } = await freight.waybill(office, 2, { planArrive: ago(-60) })
    await office.ok(waybills.checkInWaybills, { ids: [id] })
    expect(await isOn('noSign', id)).toBe(false)
    await sql`update waybill set plan_arrive = ${ago(10)} where id = ${id}`.execute(world.db)
    expect(await rowOf('noSign', id)).toMatchObject({
      live: 2,
      where: [{ place: 'outlet', name: '杭州总站', pieces: 2 }],
    })
    const other = await freight.waybill(office, 2)
    await office.ok(waybills.checkInWaybills, { ids: [other.id] })
    const trip = await depart(other.id)
    expect(await world.admin.ok(dispatch.arriveArrangements, { ids: [trip.id], at: ago(0) })).toMatchObject({ done: 1 })
    expect(await isOn('noSign', other.id)).toBe(false)
    await sql`update waybill set dest_outlet_id = ${freight.guangzhou} where id = ${other.id}`.execute(world.db)
    await world.admin.ok(dispatch.undoArrangement, { id: trip.id, reason: '重来' })
    expect(await world.admin.ok(dispatch.arriveArrangements, { ids: [trip.id], at: ago(0) })).toMatchObject({ done: 1 })
    await sql`update waybill set arrived_at = arrived_at - interval '25 hours' where id = ${other.id}`.execute(world.db)
    expect(await isOn('noSign', other.id)).toBe(true)
    await world.admin.ok(dispatch.undoArrangement, { id: trip.id, reason: '没到' })
    expect(await isOn('noSign', other.id)).toBe(false)
  })

  it('[RT-17/unTrackList] [T27] silent for a day on the way; its next track takes it off, and silence again begins anew', async () => {
    const { id } = await freight.waybill(office, 2)
    await office.ok(waybills.checkInWaybills, { ids: [id] })
    expect(await isOn('unTrack', id)).toBe(false)
    await silent(id, 30)
    const row = await rowOf('unTrack', id)
    expect(row.since).toBe(row.lastTrack?.at)
    await turn()
    expect(await clockOf(id, 'unTrack')).toMatchObject({ level: 0 })
    await office.ok(addTrack, { ids: [id], node: 'via', at: ago(0) })
    expect(await isOn('unTrack', id)).toBe(false)
    await turn()
    expect(await clockOf(id, 'unTrack')).toBeUndefined()
    await silent(id, 30)
    await turn()
    expect((await clockOf(id, 'unTrack'))?.since).not.toBe(row.since)
  })

  it('[T27] a turn writes only what changed; what came off its list and on again since the turn before begins anew', async () => {
    const { id } = await freight.waybill(office, 2)
    await office.ok(waybills.checkInWaybills, { ids: [id] })
    await silent(id, 30)
    await turn()
    const written = () => sql`select xmin::text, list, waybill_id from watch order by 2, 3`.execute(world.db)
    const { rows } = await written()
    expect(await turn()).toMatchObject({ begun: 0, ended: 0 })
    expect((await written()).rows).toEqual(rows)
    await sql`update watch set level = 2, due_told = true where waybill_id = ${id}`.execute(world.db)
    await silent(id, 1)
    expect(await turn()).toMatchObject({ begun: 1, ended: 1 })
    expect(await clockOf(id, 'unTrack')).toMatchObject({ level: 0 })
    expect(await turn()).toMatchObject({ begun: 0, ended: 0 })
  })

  it('[RT-17/keyPiecesList] [T27] key ones say why: by hand, urgent, cold, hazard, value, COD, VIP; a mark alone is taken off', async () => {
    const plain = await freight.waybill(office, 1)
    const urgent = await freight.waybill(office, 1, { urgent: true, serviceType: 'cold' })
    const dear = await freight.waybill(office, 1, {
      codAmount: '5000.00',
      goods: [{ name: '表', package: 'carton', pieces: 1, weight: '1', volume: '0.1', declaredValue: '50000.00' }],
    })
    expect(await isOn('keyPieces', plain.id)).toBe(false)
    expect((await rowOf('keyPieces', urgent.id)).keyReasons).toEqual(['urgent', 'cold'])
    expect((await rowOf('keyPieces', dear.id)).keyReasons).toEqual(['declared', 'cod'])
    await office.ok(calls.setKeyWaybills, { ids: [plain.id], reason: '客户总部看着' })
    expect(await rowOf('keyPieces', plain.id)).toMatchObject({
      keyReasons: ['marked'],
      watchActions: expect.arrayContaining([{ key: 'unsetKey' }]),
    })
    expect(await office.ok(calls.unsetKeyWaybills, { ids: [plain.id, urgent.id] })).toMatchObject({
      done: 1,
      refused: [{ reason: 'watch.notMarked' }],
    })
    expect(await isOn('keyPieces', plain.id)).toBe(false)
    // By what is scanned: numbers, piece labels; one that nobody knows is named, and nothing is marked.
    const scan = (...numbers: string[]) => office.send(calls.setKeyWaybills, { numbers, reason: '扫到的' } as never)
    expect(await scan(plain.waybillNo, 'YD9')).toMatchObject({
      error: { fields: [{ path: 'numbers', reason: 'waybills.trackUnknown' }] },
    })
    expect(await isOn('keyPieces', plain.id)).toBe(false)
    expect(await scan(`${plain.waybillNo}-001`, plain.waybillNo, urgent.waybillNo)).toMatchObject({ data: { done: 2 } })
    expect((await rowOf('keyPieces', plain.id)).keyReasons).toEqual(['marked'])
    await office.ok(calls.unsetKeyWaybills, { ids: [plain.id, urgent.id] })
    expect(await office.send(calls.setKeyWaybills, { reason: '空' } as never)).toMatchObject({
      error: { fields: [{ path: 'numbers', reason: 'field.required' }] },
    })
    const company = await world.admin.ok(getCompany, { id: freight.yunfan })
    await world.db.updateTable('company').set({ vip: true }).where('id', '=', company.id).execute()
    expect((await rowOf('keyPieces', plain.id)).keyReasons).toEqual(['vip'])
    await world.db.updateTable('company').set({ vip: false }).where('id', '=', company.id).execute()
  })
})

describe('whose it is, and its clock', () => {
  it('[T27] who made the live arrangement has it, else the clerk, else the head of its outlet; the job keeps what the list showed', async () => {
    const { id } = await freight.waybill(office, 2, { planPickup: ago(60), planArrive: ago(30) })
    const before = await rowOf('unshipped', id)
    expect(before).toMatchObject({ ownerId: clerk.id })
    await turn()
    const after = await rowOf('unshipped', id)
    expect(after).toMatchObject({ ownerId: before.ownerId, dueAt: before.dueAt, since: before.since })
    await office.ok(waybills.checkInWaybills, { ids: [id] })
    await depart(id)
    expect(await rowOf('noSign', id)).toMatchObject({ ownerId: dispatcher.id })
    const lost = await freight.waybill(office, 2, { planPickup: ago(60) })
    await sql`update waybill set clerk_id = null where id = ${lost.id}`.execute(world.db)
    expect(await rowOf('unshipped', lost.id)).toMatchObject({ ownerId: head.id })
  })

  it('认领, 转派, 改期限: each says whose and when, and stands in the timeline that no customer reads', async () => {
    const { id } = await freight.waybill(office, 2, { planPickup: ago(60) })
    const mine = async (person: Person) => (await on('unshipped', person.client, { tab: 'mine' })).map((row) => row.id)
    expect(await mine(dispatcher)).not.toContain(id)
    await dispatcher.client.ok(calls.claimWatched, { list: 'unshipped', ids: [id] })
    expect(await mine(dispatcher)).toContain(id)
    await dispatcher.client.ok(calls.assignWatched, { list: 'unshipped', ids: [id], ownerId: head.id, reason: '休假' })
    expect(await mine(head)).toContain(id)
    const dueAt = ago(-600)
    await head.client.ok(calls.changeWatchedDue, { list: 'unshipped', ids: [id], dueAt, reason: '客户改期' })
    expect(await rowOf('unshipped', id)).toMatchObject({ dueAt, ownerId: head.id })
    expect(
      await head.client.refused(calls.changeWatchedDue, { list: 'unshipped', ids: [id], dueAt: ago(5), reason: 'x' }),
    ).toMatchObject({ fields: [{ path: 'dueAt' }] })
    expect(
      await head.client.refused(calls.assignWatched, { list: 'unshipped', ids: [id], ownerId: 999_999, reason: 'x' }),
    ).toMatchObject({ fields: [{ path: 'ownerId' }] })
    const types = async (client: Client) =>
      (await client.ok(waybills.getWaybillEvents, { id })).events.map(({ type }) => type)
    expect(await types(office)).toEqual(expect.arrayContaining(['watchClaimed', 'watchAssigned', 'watchDueChanged']))
    const customer = await world.person('watch-customer', {
      rights: { allWayBill: 'browse' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
    expect((await types(customer.client)).filter((type) => type.startsWith('watch'))).toEqual([])
    await office.ok(waybills.checkInWaybills, { ids: [id] })
    expect(await dispatcher.client.ok(calls.claimWatched, { list: 'unshipped', ids: [id] })).toMatchObject({
      refused: [{ reason: 'watch.gone' }],
    })
  })

  it('[T27] at its due time the owner is told, at each level those who are named, each once', async () => {
    const { id, waybillNo } = await freight.waybill(office, 2)
    await office.ok(waybills.checkInWaybills, { ids: [id] })
    const { version } = await head.client.ok(getWatchSetting, { list: 'unTrack' })
    await head.client.ok(changeWatchSetting, {
      list: 'unTrack',
      version,
      hours: 24,
      dueHours: 4,
      declaredFrom: '50000.00',
      codFrom: '5000.00',
      escalations: [{ after: 2, userIds: [head.id], roleIds: [] }],
    })
    const told = async (person: Person) =>
      (await person.client.ok(getNotifications, {})).rows
        .filter(({ params }) => params.no === waybillNo)
        .map(({ kind }) => kind)
    await silent(id, 29)
    await turn()
    await turn()
    expect(await told(clerk)).toEqual(['watchDue'])
    expect(await told(head)).toEqual([])
    await sql`update watch set due_at = due_at - interval '3 hours' where waybill_id = ${id}`.execute(world.db)
    await turn()
    await turn()
    expect(await told(head)).toEqual(['watchEscalated'])
    expect((await on('unTrack', office, { tab: 'escalated' })).map((row) => row.id)).toContain(id)
    await office.ok(addTrack, { ids: [id], node: 'via', at: ago(0) })
    await turn()
    expect(await clockOf(id, 'unTrack')).toBeUndefined()
  })

  it('[T27] a level can name the head of the outlet that has it in hand: told once, also where he is named besides; an outlet without one tells nobody there', async () => {
    const levels = [
      { after: 2, userIds: [], roleIds: [], head: true },
      { after: 4, userIds: [head.id], roleIds: [], head: true },
    ]
    const { version, hours, dueHours, declaredFrom, codFrom } = await head.client.ok(getWatchSetting, {
      list: 'unTrack',
    })
    const values = { hours, dueHours, declaredFrom, codFrom }
    await head.client.ok(changeWatchSetting, { list: 'unTrack', version, ...values, escalations: levels })
    expect((await head.client.ok(getWatchSetting, { list: 'unTrack' })).escalations).toMatchObject([
      { after: 2, users: [], roles: [], head: true },
      { after: 4, users: [{ id: head.id }], roles: [], head: true },
    ])
    // Who changed what from what to what, in fields that can be read, people by their names.
    const { history } = await head.client.ok(getWatchSetting, { list: 'unTrack' })
    expect(history[0]).toMatchObject({ action: 'changed', byName: expect.any(String) })
    const { changes = [] } = history[0] ?? {}
    expect(changes).toEqual(
      expect.arrayContaining([
        { field: 'head1', from: 'false', to: 'true' },
        { field: 'after2', from: null, to: '4' },
        { field: 'users1', from: history[0]?.byName, to: null },
      ]),
    )
    expect(JSON.stringify(changes)).not.toContain('userIds')

    const overdue = async () => {
      const { id, waybillNo } = await freight.waybill(office, 2)
      await office.ok(waybills.checkInWaybills, { ids: [id] })
      await silent(id, 31)
      await turn()
      const told = async () =>
        (await head.client.ok(getNotifications, {})).rows
          .filter(({ params }) => params.no === waybillNo)
          .map(({ kind, params }) => [kind, params.level])
      return { id, told }
    }
    const { id, told } = await overdue()
    expect(await told()).toEqual([['watchEscalated', 1]])
    await sql`update watch set due_at = due_at - interval '2 hours' where waybill_id = ${id}`.execute(world.db)
    await turn()
    await turn()
    expect(await told()).toEqual([
      ['watchEscalated', 2],
      ['watchEscalated', 1],
    ])
    await world.db.updateTable('company').set({ head_id: null }).where('id', '=', freight.hangzhou).execute()
    expect(await (await overdue()).told()).toEqual([])
    await world.db.updateTable('company').set({ head_id: head.id }).where('id', '=', freight.hangzhou).execute()
  })

  it('[T27] several that are escalated at once are one notice for whoever is told, with how many and where they stand', async () => {
    const news = async () => (await head.client.ok(getNotifications, { pageSize: 100 })).rows
    const before = (await news()).length
    const ids: number[] = []
    for (let n = 0; n < 3; n += 1) {
      const { id } = await freight.waybill(office, 1)
      await office.ok(waybills.checkInWaybills, { ids: [id] })
      await silent(id, 31)
      ids.push(id)
    }
    await turn()
    const told = (await news()).filter(({ kind }) => kind.startsWith('watchEscalated'))
    expect((await news()).length).toBe(before + 1)
    expect(told[0]).toMatchObject({
      kind: 'watchEscalatedMany',
      params: { list: 'unTrack', count: 3 },
      link: '/tms/operations/unTrackList?tab=escalated',
    })
    const escalated = (await on('unTrack', office, { tab: 'escalated' })).map((row) => row.id)
    expect(escalated).toEqual(expect.arrayContaining(ids))
  })

  it('[T27] a setting from before heads could be told holds as it was, and tells none', async () => {
    await sql`update setting set value = ${JSON.stringify({
      hours: 12,
      dueHours: 3,
      declaredFrom: '50000.00',
      codFrom: '5000.00',
      escalations: [{ after: 2, userIds: [head.id], roleIds: [] }],
    })}::jsonb where name = 'watch.unTrack'`.execute(world.db)
    expect(await head.client.ok(getWatchSetting, { list: 'unTrack' })).toMatchObject({
      hours: 12,
      escalations: [{ after: 2, users: [{ id: head.id }], head: false }],
    })
  })

  it('[T27] a key amount below 1,000 is a limit like any other', async () => {
    const goods = [
      { name: '笔', package: 'carton' as const, pieces: 1, weight: '1', volume: '0.1', declaredValue: '600.00' },
    ]
    const { id } = await freight.waybill(office, 1, { goods })
    const { version, hours, dueHours, codFrom, declaredFrom } = await head.client.ok(getWatchSetting, {
      list: 'keyPieces',
    })
    const set = (from: string, at: number) =>
      head.client.ok(changeWatchSetting, {
        ...{ list: 'keyPieces', version: at, hours, dueHours, codFrom, escalations: [] },
        declaredFrom: from,
      })
    const changed = await set('500.00', version)
    expect((await rowOf('keyPieces', id)).keyReasons).toEqual(['declared'])
    await set(declaredFrom, changed.version)
    expect(await isOn('keyPieces', id)).toBe(false)
  })

  it('a setting that makes no sense is refused at its field, and an old one is not written over a new one', async () => {
    const now = await head.client.ok(getWatchSetting, { list: 'keyPieces' })
    const values = { hours: 24, dueHours: 24, declaredFrom: '1000.00', codFrom: '1000.00' }
    const level = (after: number, userIds: number[]) => ({ after, userIds, roleIds: [] })
    const refused = async (escalations: unknown[]) =>
      (
        await head.client.refused(changeWatchSetting, {
          list: 'keyPieces',
          version: now.version,
          ...values,
          escalations,
        })
      ).fields
    expect(await refused([level(4, [head.id]), level(4, [head.id])])).toMatchObject([{ path: 'escalations.1.after' }])
    expect(await refused([level(4, [])])).toMatchObject([{ path: 'escalations.0.userIds' }])
    expect(await refused([level(4, [999_999])])).toMatchObject([{ path: 'escalations.0.userIds', reason: 'field.id' }])
    await head.client.ok(changeWatchSetting, { list: 'keyPieces', version: now.version, ...values, escalations: [] })
    expect(
      await head.client.send(changeWatchSetting, {
        list: 'keyPieces',
        version: now.version,
        ...values,
        escalations: [],
      }),
    ).toMatchObject({ code: 409 })
    expect(
      await clerk.client.send(changeWatchSetting, {
        list: 'keyPieces',
        version: now.version + 1,
        ...values,
        escalations: [],
      }),
    ).toMatchObject({ code: 403 })
  })

  it('[SE-08] another outlet sees none of it, and the dashboard counts what the lists count', async () => {
    const far = await world.person('watch-far', {
      rights: follows,
      scope: 'outlet',
      companies: [await world.outlet('成都站')],
    })
    const one = await freight.waybill(office, 1, { planPickup: ago(90) })
    expect(await on('unshipped', far.client)).toEqual([])
    expect(await far.client.ok(calls.claimWatched, { list: 'unshipped', ids: [one.id] })).toMatchObject({ done: 0 })
    const { late } = await office.ok(getDashboard, {})
    for (const list of ['unshipped', 'noSign', 'unTrack', 'keyPieces'] as const) {
      const { count } = await office.ok(calls.getWatchedTotals, { list })
      expect(late.counts.find(({ kind }) => kind === list)?.count ?? 0, list).toBe(count)
    }
  })
})
