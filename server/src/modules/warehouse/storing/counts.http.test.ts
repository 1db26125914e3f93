import * as inbox from '@xunyun/contract/approvals/calls'
import { addApproverLevel } from '@xunyun/contract/approvals/setup'
import { abilityTo } from '@xunyun/contract/kernel/ability'
import { getMoves } from '@xunyun/contract/warehouse/ledger/ledger'
import { putAwayGoods } from '@xunyun/contract/warehouse/receiving/calls'
import * as calls from '@xunyun/contract/warehouse/storing/counts'
import { addStockOrder } from '@xunyun/contract/warehouse/storing/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { counted, type Floor, openFloor } from '../../../../test/floor.ts'
import { openGoods } from '../../../../test/goods.ts'
import type { Client, Person, World } from '../../../../test/world.ts'
import { clock } from '../../../platform/clock.ts'

let floor: Floor
let world: World
let at: Record<string, number>
let first: Client
let second: Client
let boss: Person
beforeAll(async () => {
  floor = await openFloor()
  ;({ world, at } = floor)
  const rights = { count: 'edit', moveStock: 'edit', serialInfo: 'browse' } as const
  first = (await world.person('first', { rights })).client
  second = (await world.person('second', { rights })).client
  boss = await world.person('boss', { rights: { count: 'approve', unreviewed: 'approve' } })
})
afterAll(async () => expect(await floor.close()).toEqual([]))
/** Each test has places of its own. */
let round = 0
const code = (no: number) => `A-${round}${no}`
beforeEach(async () => {
  round += 1
  for (const no of [1, 2]) at[code(no)] = await floor.goods.place(code(no), { putSeq: 90, pickSeq: round * 10 + no })
})

async function stand(itemId: number, qty: string, place: string, more: Record<string, unknown> = {}): Promise<void> {
  const { receipt } = await floor.goods.notice([{ itemId, qty }])
  await floor.receive(receipt.id, [counted(receipt.lines[0]?.id as number, qty, more)])
  const [task] = await floor.waiting(receipt.id)
  await floor.keeper.ok(putAwayGoods, { id: task?.id as number, locationId: at[place], serials: [] } as never)
}
const here = () => [at[code(1)], at[code(2)]] as number[]
const range = (more: Record<string, unknown> = {}) =>
  ({
    warehouseId: floor.goods.warehouseId,
    zoneIds: [],
    locationIds: here(),
    itemIds: [],
    start: true,
    ...more,
  }) as never
const begin = async (more: Record<string, unknown> = {}) => (await first.ok(calls.addStockCount, range(more))).id
const detail = (id: number, client = first) => client.ok(calls.getStockCount, { id } as never)
const linesAt = async (id: number, no: number) =>
  (await detail(id)).lines.filter(({ locationId }) => locationId === at[code(no)])
/** Counts a place: quantities of its lines in order, then what was not expected. */
async function tell(client: Client, id: number, no: number, qtys: string[], others: Record<string, unknown>[] = []) {
  const lines = await linesAt(id, no)
  const entries = [...qtys.map((qty, index) => ({ lineId: lines[index]?.id, qty, serials: [] })), ...others]
  return client.send(calls.countPlace, { id, locationId: at[code(no)], entries } as never)
}
const stateOf = async (id: number) => (await detail(id)).state
const submit = (client: Client, id: number, reason = '漏记') => client.send(calls.submitStockCount, { id, reason })
async function decide(client: Client, id: number, approve: boolean) {
  const { rows } = await boss.client.ok(inbox.getApprovals, { tab: 'mine', bizTypes: 'countAdjust' } as never)
  const review = rows.find(({ docId }) => docId === id)
  const decision = approve ? 'approve' : 'reject'
  return client.ok(inbox.decideApprovals, { ids: [review?.id as number], decision, opinion: '再盘一次' })
}
const worthItem = (itemNo: string, unitValue: string) => floor.goods.item(itemNo, { unitValue })
const move = (stockId: number) =>
  first.refused(addStockOrder, {
    type: 'freeze',
    reason: 'tidy',
    run: true,
    lines: [{ stockId, qty: '1', serials: [] }],
  } as never)
const stockAt = async (place: string) => {
  const found = await sql<{
    id: number
  }>`select id from stock where location_id = ${at[place]} order by id limit 1`.execute(world.db)
  return found.rows[0]?.id as number
}

describe('a count', () => {
  it('[RT-18/moveStock] nobody set up to approve refuses the submission; an approver is set up', async () => {
    await stand(floor.screw, '5', code(1))
    const id = await begin()
    await tell(first, id, 1, ['4'])
    await tell(first, id, 2, [])
    expect((await submit(first, id)).error?.reason).toBe('approvals.nobody')
    await world.admin.ok(addApproverLevel, {
      bizType: 'countAdjust',
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [boss.id],
      roleIds: [],
    } as never)
    expect((await submit(first, id)).data).toEqual({ state: 'review' })
    // Others are told who alone can take it back, before they try.
    expect(abilityTo(await detail(id), 'withdraw')).toEqual({ key: 'withdraw' })
    expect(abilityTo(await detail(id, second), 'withdraw')?.reason).toMatch(/first/)
    expect((await second.refused(calls.withdrawStockCount, { id })).reason).toBe('approvals.notApplicant')
    expect(await first.ok(calls.withdrawStockCount, { id })).toEqual({ state: 'counting' })
    expect((await boss.client.ok(calls.cancelStockCounts, { ids: [id], reason: '算了' })).done).toBe(1)
    expect(await floor.onHand(code(1))).toEqual(['SCREW 5'])
  })

  it('[RT-18/moveStock] holds its places still, is blind, and without a difference is done by itself', async () => {
    await stand(floor.screw, '5', code(1))
    const id = await begin()
    const stockId = await stockAt(code(1))
    expect((await move(stockId)).reason).toBe('stock.counting')
    expect(await detail(id)).toMatchObject({ state: 'counting', placeCount: 2, countedPlaces: 0, surplus: null })
    expect((await detail(id)).lines).toMatchObject([{ itemNo: 'SCREW', book: null, difference: null, different: null }])
    expect((await submit(first, id)).error).toMatchObject({ reason: 'counts.notDone', params: { count: 2 } })
    expect((await tell(first, id, 1, ['5'])).data).toEqual({ left: 1 })
    expect((await detail(id, boss.client)).lines).toMatchObject([{ first: '5', book: null }])
    expect((await tell(second, id, 1, ['4'])).error).toMatchObject({ reason: 'counts.placeCounted' })
    expect((await tell(first, id, 2, [])).data).toEqual({ left: 0 })
    expect((await first.refused(calls.recountStockCount, { id })).reason).toBe('counts.noDifference')
    expect((await submit(first, id)).data).toEqual({ state: 'done' })
    expect(await detail(id)).toMatchObject({ accuracy: '100', differentLines: 0, counters: 'first' })
    // Its places move again.
    expect(
      (
        await first.send(addStockOrder, {
          type: 'freeze',
          reason: 'tidy',
          run: true,
          lines: [{ stockId, qty: '1', serials: [] }],
        } as never)
      ).code,
    ).toBe(200)
  })

  it('[RT-18/moveStock] differences are counted again by somebody else, approved by somebody who did not count, and posted once', async () => {
    await stand(floor.screw, '10', code(1))
    await stand(floor.phone, '2', code(2), { serials: [`${round}a`, `${round}b`] })
    const id = await begin()
    await tell(first, id, 1, ['8'])
    const [phones] = await linesAt(id, 2)
    const phone = { lineId: phones?.id, qty: '2', serials: [`${round}a`, `${round}c`] }
    expect((await tell(first, id, 2, [], [{ ...phone, qty: '1' }])).error?.fields[0]).toMatchObject({
      path: 'entries.0.serials',
      reason: 'inbound.serialsOf',
    })
    const milk = { itemId: floor.milk, qty: '3', serials: [] }
    expect((await tell(first, id, 2, [], [phone, milk])).error?.fields[0]).toMatchObject({
      path: 'entries.1.batchNo',
      reason: 'inbound.needsBatch',
    })
    const found = { ...milk, batchNo: `L${round}`, expiry: '2030-01-01', quality: 'good' }
    expect((await tell(first, id, 2, [], [phone, found])).data).toEqual({ left: 0 })
    expect(await first.ok(calls.recountStockCount, { id })).toEqual({ places: 2 })
    expect((await tell(first, id, 1, ['9'])).error?.reason).toBe('counts.otherPerson')
    expect((await submit(first, id)).error?.reason).toBe('counts.notDone')
    await tell(second, id, 1, ['9'])
    const lines = await linesAt(id, 2)
    const again = lines.map(({ id: lineId, itemNo }) =>
      itemNo === 'PHONE' ? { ...phone, lineId } : { lineId, qty: '3', serials: [] },
    )
    expect((await tell(second, id, 2, [], again)).data).toEqual({ left: 0 })
    expect((await detail(id)).lines[0]).toMatchObject({ first: null, second: '9', book: null })
    expect((await detail(id, boss.client)).lines[0]).toMatchObject({ book: '10', difference: '-1' })
    expect((await second.refused(calls.submitStockCount, { id })).fields[0]).toMatchObject({ path: 'reason' })
    expect((await submit(second, id)).data).toEqual({ state: 'review' })
    expect(await detail(id)).toMatchObject({ differentLines: 3, surplus: '3', shortage: '1', accuracy: '0' })
    expect((await submit(second, id)).error?.reason).toBe('counts.wrongState')
    expect(await floor.onHand(code(1))).toEqual(['SCREW 10'])
    expect(await decide(boss.client, id, true)).toEqual({ done: 1, refused: [] })
    expect(await stateOf(id)).toBe('done')
    expect(await floor.onHand(code(1))).toEqual(['SCREW 9'])
    expect(await floor.onHand(code(2))).toEqual(['MILK 3', 'PHONE 2'])
    const { rows } = await first.ok(getMoves, { q: (await detail(id)).countNo })
    expect(rows.map(({ type, itemNo, dOnHand }) => `${type} ${itemNo} ${dOnHand}`).sort()).toEqual([
      'ADJ MILK 3',
      'ADJ PHONE -1',
      'ADJ PHONE 1',
      'ADJ SCREW -1',
    ])
    const numbers = await sql<{
      no: string
    }>`select n.serial_no as no from item_serial n join stock s on s.id = n.stock_id
      where s.location_id = ${at[code(2)]} order by 1`.execute(world.db)
    expect(numbers.rows.map(({ no }) => no)).toEqual([`${round}a`, `${round}c`])
  })

  it('sent back it is counted once more; who counted does not approve, though he may approve others', async () => {
    await stand(floor.screw, '6', code(1))
    const id = await begin()
    await world.db.updateTable('user_right').set({ edit: true }).where('user_id', '=', boss.id).execute()
    const counting = await world.signIn('boss')
    await tell(counting, id, 1, ['5'])
    await tell(first, id, 2, [])
    expect((await submit(first, id)).data).toEqual({ state: 'review' })
    const own = await decide(counting, id, true)
    expect(own.refused[0]).toMatchObject({ reason: 'counts.counterApproves' })
    expect(await stateOf(id)).toBe('review')
    expect((await decide(counting, id, false)).done).toBe(1)
    expect(await detail(id)).toMatchObject({ state: 'recount', countedPlaces: 1 })
    expect((await tell(second, id, 2, [])).error?.reason).toBe('counts.notRecounted')
    expect((await tell(second, id, 1, ['6'])).data).toEqual({ left: 0 })
    expect((await submit(second, id)).data).toEqual({ state: 'done' })
    expect(await floor.onHand(code(1))).toEqual(['SCREW 6'])
    const history = await first.ok(calls.getStockCountHistory, { id })
    const acts = history.map(({ action }) => action).filter((action) => action !== 'countedByHand')
    expect(acts).toEqual(['done', 'rejected', 'submitted', 'started', 'created'])
  })

  it('a pallet that stands elsewhere is missed here and found there, and is in one place after', async () => {
    await stand(floor.screw, '4', code(1), { containerCode: `P-${round}` })
    const id = await begin()
    await tell(first, id, 1, ['0'])
    await tell(first, id, 2, [], [{ itemId: floor.screw, qty: '4', serials: [], containerCode: `P-${round}` }])
    expect((await submit(first, id)).data).toEqual({ state: 'review' })
    expect(await decide(boss.client, id, true)).toEqual({ done: 1, refused: [] })
    expect([await floor.onHand(code(1)), await floor.onHand(code(2))]).toEqual([[], ['SCREW 4']])
  })

  it('what is promised or frozen can not be counted away, nor a number that stands elsewhere be found', async () => {
    await stand(floor.screw, '6', code(1))
    await stand(floor.phone, '1', code(2), { serials: [`${round}x`] })
    await first.ok(addStockOrder, {
      type: 'freeze',
      reason: 'inspection',
      run: true,
      lines: [{ stockId: await stockAt(code(1)), qty: '4', serials: [] }],
    } as never)
    const id = await begin()
    await tell(first, id, 1, ['3'])
    const [phones] = await linesAt(id, 2)
    await tell(first, id, 2, [], [{ lineId: phones?.id, qty: '2', serials: [`${round}x`, '3a'] }])
    expect((await submit(first, id)).error?.reason).toBe('counts.heldMore')
    await tell(first, id, 1, ['6'])
    expect((await submit(first, id)).error).toMatchObject({ reason: 'stock.serialTaken' })
    expect((await boss.client.ok(calls.cancelStockCounts, { ids: [id], reason: '重来' })).done).toBe(1)
  })

  it('a range of items counts those alone; places taken, open work and an empty range are refused', async () => {
    await stand(floor.screw, '6', code(1))
    await stand(floor.milk, '2', code(1), { batchNo: `L${round}`, expiry: '2030-01-01' })
    const id = await begin({ itemIds: [floor.screw] })
    expect((await detail(id)).places).toHaveLength(1)
    expect((await detail(id)).lines.map(({ itemNo }) => itemNo)).toEqual(['SCREW'])
    expect(
      (await tell(first, id, 1, ['6'], [{ itemId: floor.milk, qty: '2', serials: [], batchNo: 'X' }])).error?.fields[0],
    ).toMatchObject({ path: 'entries.1.itemId', reason: 'counts.outside' })
    expect((await first.refused(calls.addStockCount, range())).reason).toBe('counts.placeTaken')
    expect((await first.refused(calls.startStockCount, { id })).reason).toBe('counts.wrongState')
    expect((await first.refused(calls.addStockCount, range({ itemIds: [floor.phone] }))).reason).toBe('counts.noPlaces')
    const { receipt } = await floor.goods.notice([{ itemId: floor.screw, qty: '1' }])
    await floor.receive(receipt.id, [counted(receipt.lines[0]?.id as number, '1')])
    expect((await first.refused(calls.addStockCount, range({ locationIds: [at['R-01']] }))).reason).toBe(
      'counts.openWork',
    )
    await floor.clear()
    const elsewhere = await openGoods(world)
    const foreign = await elsewhere.place('A-01')
    expect((await first.refused(calls.addStockCount, range({ locationIds: [foreign] }))).fields[0]?.path).toBe(
      'locationIds',
    )
    expect((await first.refused(calls.addStockCount, range({ warehouseId: 999_999 }))).fields[0]?.path).toBe(
      'warehouseId',
    )
    await boss.client.ok(calls.cancelStockCounts, { ids: [id], reason: 'x' })
  })

  it('[D-03] goods on their way there while it begins are in its book, or are refused', async () => {
    await stand(floor.screw, '6', code(1))
    const from = await stockAt(code(1))
    const [made, moved] = await Promise.all([
      first.send(calls.addStockCount, range({ locationIds: [at[code(2)]] })),
      second.send(addStockOrder, {
        type: 'move',
        reason: 'tidy',
        run: true,
        lines: [{ stockId: from, qty: '2', toLocationId: at[code(2)], serials: [] }],
      } as never),
    ])
    const book = await sql<{
      n: string
    }>`select coalesce(sum(book), 0)::int as n from stock_count_line where count_id = ${made.data?.id}`.execute(
      world.db,
    )
    expect(Number(book.rows[0]?.n)).toBe(moved.code === 200 ? 2 : 0)
    await boss.client.ok(calls.cancelStockCounts, { ids: [made.data?.id as number], reason: 'x' })
  })

  it('[D-05] a customer, another warehouse and whoever may only look do none of it', async () => {
    await stand(floor.screw, '6', code(1))
    const id = await begin()
    const other = await openGoods(world)
    const rights = { count: 'edit' } as const
    const customer = await world.person('owner', { rights, scope: 'customer', companies: [floor.goods.owner] })
    const away = await world.person('away', { rights, scope: 'outlet', companies: [other.outlet] })
    expect((await customer.client.refused(calls.getStockCounts, {})).code).toBe(403)
    expect((await customer.client.refused(calls.getStockCount, { id } as never)).code).toBe(403)
    expect((await tell(customer.client, id, 1, ['6'])).code).toBe(403)
    expect((await submit(customer.client, id)).code).toBe(403)
    expect((await customer.client.refused(calls.addStockCount, range())).code).toBe(403)
    for (const { client } of [away]) {
      expect(await client.ok(calls.getStockCounts, {})).toMatchObject({ rows: [] })
      expect((await client.refused(calls.getStockCount, { id } as never)).reason).toBe('kernel.notFound')
      expect((await tell(client, id, 1, ['6'])).error?.reason).toBe('kernel.notFound')
      expect((await submit(client, id)).error?.reason).toBe('kernel.notFound')
      expect((await client.refused(calls.addStockCount, range())).fields.map(({ path }) => path)).toContain(
        'locationIds',
      )
    }
    const looker = (await world.person('looker', { rights: { count: 'browse' } })).client
    expect((await looker.ok(calls.getStockCount, { id } as never)).id).toBe(id)
    expect((await tell(looker, id, 1, ['6'])).code).toBe(403)
    expect((await first.refused(calls.cancelStockCounts, { ids: [id], reason: 'x' })).code).toBe(403)
    await boss.client.ok(calls.cancelStockCounts, { ids: [id], reason: 'x' })
  })

  it('[D-01] the list is filtered, paged and totalled on the server, and exported', async () => {
    const { rows } = await first.ok(calls.getStockCounts, { pageSize: 500 })
    const totals = await first.ok(calls.getStockCountTotals, {})
    expect(totals.count).toBe(rows.length)
    expect(totals.placeCount).toBe(rows.reduce((all, { placeCount }) => all + placeCount, 0))
    const paged: number[] = []
    let after: string | null | undefined
    do {
      const page = await first.ok(calls.getStockCounts, { pageSize: 2, sort: 'countNo', dir: 'asc', after } as never)
      paged.push(...page.rows.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    expect(paged).toHaveLength(rows.length)
    expect((await first.ok(calls.getStockCounts, { tab: 'done' })).rows.every(({ state }) => state === 'done')).toBe(
      true,
    )
    expect((await first.ok(calls.getStockCounts, { different: true } as never)).rows.length).toBe(2)
    expect((await first.ok(calls.getStockCounts, { q: rows[0]?.countNo } as never)).rows).toHaveLength(1)
    const answer = await first.fetch(`${calls.exportStockCounts.path}?tab=done`)
    expect(answer.headers.get('content-type')).toContain('spreadsheet')
  })

  it('[RT-18/count] a surplus of a batch is booked as found, with its own expiry; the reviewer reads every line', async () => {
    await stand(floor.milk, '2', code(1), { batchNo: 'N1', expiry: '2030-01-01' })
    const id = await begin()
    const found = { itemId: floor.milk, serials: [], batchNo: 'N1', expiry: '2031-06-01', qty: '3' }
    const fresh = { ...found, batchNo: 'N2', expiry: '2032-01-01', qty: '4' }
    expect((await tell(first, id, 1, ['1'], [found, fresh])).data).toEqual({ left: 1 })
    expect((await tell(first, id, 2, [])).data).toEqual({ left: 0 })
    expect((await submit(first, id)).data).toEqual({ state: 'review' })
    const { rows } = await boss.client.ok(inbox.getApprovals, { tab: 'mine', bizTypes: 'countAdjust' } as never)
    const lines = String(rows.find(({ docId }) => docId === id)?.facts.lines).split('\n')
    expect(lines.sort()).toEqual([
      `${code(1)} · MILK N1 · 0 → 3 (+3)`,
      `${code(1)} · MILK N1 · 2 → 1 (-1)`,
      `${code(1)} · MILK N2 · 0 → 4 (+4)`,
    ])
    await decide(boss.client, id, true)
    const booked = await sql<{ lot: string }>`
      select b.batch_no || ' ' || b.expiry || ' ' || trim_scale(s.on_hand) as lot from stock s join batch b on b.id = s.batch_id
      -- unscoped: what the test itself has counted
      where s.location_id = ${at[code(1)]} and s.on_hand > 0 order by 1`.execute(world.db)
    expect(booked.rows.map(({ lot }) => lot)).toEqual(['N1 2030-01-01 1', 'N1 2031-06-01 3', 'N2 2032-01-01 4'])
  })

  it('[RT-18/count] what differs is worth what the item was worth when it was submitted; gain and loss together decide who is asked', async () => {
    const [tea, cup] = [await worthItem(`TEA${round}`, '3.335'), await worthItem(`CUP${round}`, '50')]
    for (const [item, qty, no] of [
      [tea, '10', 1],
      [floor.screw, '4', 1],
      [cup, '5', 2],
    ] as const)
      await stand(item, qty, code(no))
    const chief = await world.person('chief', { rights: { count: 'approve', unreviewed: 'approve' } })
    const dear = {
      bizType: 'countAdjust',
      level: 2,
      mode: 'any',
      amountFrom: '110.01',
      userIds: [chief.id],
      roleIds: [],
    }
    await world.admin.ok(addApproverLevel, dear as never)
    const id = await begin()
    // Lines stand by item number: screws before tea.
    await tell(first, id, 1, ['3', '7'])
    await tell(first, id, 2, ['7'])
    expect(await detail(id)).toMatchObject({ gain: null, loss: null, net: null, unvalued: null })
    expect((await detail(id)).lines.map(({ amount }) => amount)).toEqual([null, null, null])
    expect((await submit(first, id)).data).toEqual({ state: 'review' })
    // 3 × 3.335 is 10.005: half away from zero.
    const worth = { gain: '100.00', loss: '10.01', net: '89.99', unvalued: 1 }
    const amounts = [
      ['SCREW', '-1', null],
      [`TEA${round}`, '-3', '-10.01'],
      [`CUP${round}`, '2', '100.00'],
    ]
    const told = async (of: Client) =>
      (await detail(id, of)).lines.map(({ itemNo, difference, amount }) => [itemNo, difference, amount])
    expect(await detail(id)).toMatchObject(worth)
    expect(await told(first)).toEqual(amounts)
    const reviewOf = async () =>
      (await boss.client.ok(inbox.getApprovals, { tab: 'mine', bizTypes: 'countAdjust' } as never)).rows.find(
        ({ docId }) => docId === id,
      )
    expect(await reviewOf()).toMatchObject({ amount: '110.01', levels: 2, facts: { ...worth, gross: '110.01' } })
    expect(String((await reviewOf())?.facts.lines).split('\n')).toEqual([
      `${code(1)} · SCREW · 4 → 3 (-1)`,
      `${code(1)} · TEA${round} · 10 → 7 (-3) · ¥ -10.01`,
      `${code(2)} · CUP${round} · 5 → 7 (+2) · ¥ +100.00`,
    ])
    // What is under review stays as it was; taken back and submitted anew it is valued anew.
    await sql`update item set unit_value = 45 where id = ${cup}`.execute(world.db)
    expect(await detail(id)).toMatchObject(worth)
    await first.ok(calls.withdrawStockCount, { id })
    await submit(first, id)
    expect(await reviewOf()).toMatchObject({ amount: '100.01', levels: 1 })
    expect((await decide(boss.client, id, true)).done).toBe(1)
    await sql`update item set unit_value = 1 where id = ${cup}`.execute(world.db)
    expect(await detail(id)).toMatchObject({ state: 'done', gain: '90.00', loss: '10.01', net: '79.99' })
    await sql`update approver_member set is_deleted = true where user_id = ${chief.id}`.execute(world.db)
  })

  it('[RT-18/count] goods without a value have no amount; the dearest item in any number goes to review', async () => {
    await stand(floor.screw, '4', code(1))
    const gem = await worthItem(`GEM${round}`, '9999999')
    const plain = await begin()
    await tell(first, plain, 1, ['3'])
    await tell(first, plain, 2, [])
    await submit(first, plain)
    const nothing = { gain: null, loss: null, net: null, unvalued: 1 }
    expect(await detail(plain)).toMatchObject(nothing)
    await decide(boss.client, plain, true)
    const dear = await begin()
    await tell(first, dear, 1, ['3'])
    await tell(first, dear, 2, [], [{ itemId: gem, qty: '99999999', serials: [] }])
    expect((await submit(first, dear)).data).toEqual({ state: 'review' })
    expect(await detail(dear)).toMatchObject({ gain: '999999890000001.00', loss: '0.00', unvalued: 0 })
    await boss.client.ok(calls.cancelStockCounts, { ids: [dear], reason: 'x' })
  })

  it('[RT-18/moveStock] of the places of a class: how many is told before, and the class is in its name', async () => {
    const [one, two] = here() as [number, number]
    await sql`update location set abc = 'A' where id = ${one}`.execute(world.db)
    await sql`update location set abc = 'B' where id = ${two}`.execute(world.db)
    await stand(floor.screw, '5', code(1))
    const ask = (more: Record<string, unknown>) =>
      first.ok(calls.getCountRange, range({ start: undefined, remark: undefined, ...more }))
    expect(await ask({})).toEqual({ places: 2, empty: 1, taken: 0 })
    expect(await ask({ abcClasses: ['A'] })).toEqual({ places: 1, empty: 0, taken: 0 })
    expect(await ask({ abcClasses: ['C'] })).toEqual({ places: 0, empty: 0, taken: 0 })
    expect((await first.refused(calls.addStockCount, range({ abcClasses: ['C'] }))).reason).toBe('counts.noPlaces')
    const id = await begin({ abcClasses: ['A'] })
    expect(await ask({})).toEqual({ places: 2, empty: 1, taken: 1 })
    expect(await detail(id)).toMatchObject({
      method: 'cycle',
      range: `${code(1)}, ${code(2)} · ABC A`,
      places: [{ code: code(1) }],
    })
  })

  it('[RT-18/moveStock] 动碰: of where goods came or went between two days, though nothing is left there', async () => {
    const days = (from: string, to: string) => ({ movedFrom: from, movedTo: to })
    const ask = (more: Record<string, unknown>) => first.ok(calls.getCountRange, range({ start: undefined, ...more }))
    const today = clock.today()
    expect(await ask(days(today, today))).toMatchObject({ places: 0 })
    await stand(floor.screw, '5', code(1))
    expect(await ask(days(today, today))).toEqual({ places: 1, empty: 0, taken: 0 })
    // Goods go to the other place: both moved, one of them is empty now. What is held moves nothing.
    const stockId = await stockAt(code(1))
    const line = { stockId, qty: '5', serials: [] }
    const order = (more: Record<string, unknown>) =>
      first.ok(addStockOrder, { type: 'move', reason: 'tidy', run: true, lines: [line], ...more } as never)
    await order({ lines: [{ ...line, toLocationId: at[code(2)] }] })
    expect(await ask(days(today, today))).toEqual({ places: 2, empty: 1, taken: 0 })
    expect(await ask({ ...days(today, today), itemIds: [floor.screw] })).toMatchObject({ places: 2 })
    expect(await ask(days('2026-01-01', '2026-01-31'))).toMatchObject({ places: 0 })
    const wrong = async (more: Record<string, unknown>) =>
      (await first.refused(calls.addStockCount, range(more))).fields.map(({ path, reason }) => `${path} ${reason}`)
    expect(await wrong({ movedFrom: today })).toEqual(['movedTo field.required'])
    expect(await wrong({ movedTo: today })).toEqual(['movedFrom field.required'])
    expect(await wrong(days(today, '2026-01-01'))).toEqual(['movedTo field.range'])
    const id = await begin(days(today, today))
    expect(await detail(id)).toMatchObject({ method: 'moved', placeCount: 2, lines: [{ locationCode: code(2) }] })
    expect((await detail(id)).range).toContain(`${today} – ${today}`)
  })

  it('[D-05] what can be done to a count and its places comes with them: first whoever is there, then somebody else', async () => {
    const head = (await world.person('head', { rights: { count: 'approve' } })).client
    await stand(floor.screw, '5', code(1))
    const id = await begin({ start: false })
    const keysOf = async (client: Client) => {
      const [row] = (await client.ok(calls.getStockCounts, { ids: [id] })).rows
      expect((await detail(id, client)).actions).toEqual(row?.actions)
      return row?.actions.map(({ key }) => key).join(' ')
    }
    const placeOf = async (client: Client, no: number) =>
      (await detail(id, client)).places.find(({ locationId }) => locationId === at[code(no)])?.actions
    const able = [{ key: 'count' }]
    expect([await keysOf(first), await keysOf(head)]).toEqual(['start', 'cancel'])
    await first.ok(calls.startStockCount, { id })
    expect(await keysOf(first)).toBe('count')
    await tell(first, id, 1, ['4'])
    await tell(first, id, 2, [])
    expect(await keysOf(first)).toBe('count recount submit')
    // Who counted puts it right; nobody else counts it meanwhile.
    expect(await placeOf(first, 1)).toEqual(able)
    expect(await placeOf(second, 1)).toEqual([{ key: 'count', reason: expect.stringContaining('first') }])
    await first.ok(calls.recountStockCount, { id })
    expect(await placeOf(first, 1)).toEqual([{ key: 'count', reason: '复盘须换人' }])
    expect(await placeOf(second, 1)).toEqual(able)
    expect(await placeOf(second, 2)).toEqual([])
    expect((await tell(first, id, 1, ['4'])).error?.reason).toBe('counts.otherPerson')
    await head.ok(calls.cancelStockCounts, { ids: [id], reason: '算了' })
    expect([await keysOf(head), await placeOf(second, 1)]).toEqual(['', []])
  })
})
