import { changeWarehouse, getWarehouse } from '@xunyun/contract/warehouse/masters/warehouses'
import * as inbound from '@xunyun/contract/warehouse/receiving/calls'
import * as picking from '@xunyun/contract/warehouse/shipping/picking'
import {
  addStockCount,
  countPlace,
  getStockCount,
  getStockCountHistory,
} from '@xunyun/contract/warehouse/storing/counts'
import { addStockOrder, getMovableStock } from '@xunyun/contract/warehouse/storing/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Dock, newAct, openDock } from '../../../../test/dock.ts'
import { counted } from '../../../../test/floor.ts'
import type { Client } from '../../../../test/world.ts'

let dock: Dock
let admin: Client
/** Two batches of it lie on A-01, and nothing else does. */
let milk: number
const ean = '6901234567892'
const [here, there] = ['A-01', 'A-02']
beforeAll(async () => {
  dock = await openDock()
  admin = dock.world.admin
  milk = await dock.goods.item('TINS', {
    batchControlled: true,
    barcodes: [ean],
    packs: [{ unit: 'box', ratio: '12', barcode: '16901234567899' }],
  })
  await dock.stock(here, milk, '60', { batchNo: 'B1', inbound: '2026-01-01' })
  await dock.stock(here, milk, '60', { batchNo: 'B2', inbound: '2026-02-01' })
})
afterAll(async () => expect(await dock.close()).toEqual([]))
beforeEach(() => allow('marked'))

/** What the warehouse thinks of entry by hand. */
async function allow(handEntry: 'marked' | 'reason' | 'forbidden') {
  const { id, version, zones, ...warehouse } = await admin.ok(getWarehouse, { id: dock.goods.warehouseId })
  const input = { ...warehouse, regionCode: undefined, address: undefined, managerId: undefined, areaM2: undefined }
  await admin.ok(changeWarehouse, { ...input, remark: undefined, id, version, zones, handEntry } as never)
}
async function tasked(itemId = milk, qty = '2') {
  const { id } = await dock.notice([{ itemId, qty }])
  await dock.allocate(id)
  const task = await dock.wave(id)
  const line = task.lines[0] as (typeof task.lines)[number]
  return { task, line, act: { actId: newAct(), taskId: task.id, lineId: line.id, qty, serials: [] as string[] } }
}
const refused = async (...[call, input]: Parameters<Client['refused']>) => {
  const { fields, reason } = await admin.refused(call, input)
  return fields[0] === undefined ? reason : `${fields[0].path} ${fields[0].reason}`
}
const scansOf = async (
  table: 'pick_act' | 'put_away' | 'stock_order_line' | 'stock_count_place' | 'stock_count_line',
) =>
  (
    await sql<{ scan: unknown }>`
      -- unscoped: what the test itself has done
      select scan from ${sql.table(table)} where scan is not null order by id desc`.execute(dock.world.db)
  ).rows.map(({ scan }) => scan)
const told = async (taskId: number) =>
  (await admin.ok(picking.getPickTaskHistory, { id: taskId })).find(({ action }) => action === 'pickedByHand')

describe('what was scanned', () => {
  it('[RT-18/outBound] a pick by scan carries its codes: of another place, other goods or another batch it is refused, also when sent later', async () => {
    const { line, act } = await tasked()
    expect(line).toMatchObject({ locationCode: here, batchNo: 'B1', batchesThere: ['B1', 'B2'] })
    const good = { location: `WH1:${here}`, item: ean, batch: 'B1' }
    const tries: [Record<string, unknown>, string][] = [
      [{ ...good, location: `WH1:${there}` }, 'scanned.location warehouse.scanPlace'],
      [{ ...good, location: `WH9:${here}` }, 'scanned.location warehouse.scanPlace'],
      [{ ...good, item: '6291041500213' }, 'scanned.item warehouse.scanItem'],
      [{ ...good, batch: 'B2' }, 'scanned.batch warehouse.scanBatch'],
      [{ ...good, batch: undefined, item: `(01)0${ean}(10)B2` }, 'scanned.batch warehouse.scanBatch'],
      [{ ...good, batch: undefined }, 'scanned.batch warehouse.batchNotSaid'],
      [{ ...good, pallet: '095287654321012346' }, 'scanned.pallet warehouse.scanPallet'],
    ]
    for (const [scanned, why] of tries) {
      expect(await refused(picking.pickLine, { ...act, scanned } as never), why).toBe(why)
      const [late] = await admin.ok(picking.syncPicks, { acts: [{ ...act, scanned }] } as never)
      expect(late).toMatchObject({ outcome: 'refused' })
    }
    const scanned = { location: here.toLowerCase(), item: `]C1010${ean}10B1\u001d21X` }
    const [done] = await admin.ok(picking.syncPicks, { acts: [{ ...act, scanned }] } as never)
    expect(done).toMatchObject({ outcome: 'done', answer: { picked: '2' } })
    expect((await scansOf('pick_act'))[0]).toEqual(scanned)
    expect(await told(act.taskId)).toBeUndefined()
  })

  it('[RT-18/outBound] typed in place of scanned it is marked in the log, asked for a reason, or refused, as the warehouse has it', async () => {
    const { act, task } = await tasked()
    expect(task.handEntry).toBe('marked')
    const byHand = { ...act, qty: '1', byHand: true, scanned: { location: here, batch: 'B1' } }
    await admin.ok(picking.pickLine, byHand as never)
    expect((await scansOf('pick_act'))[0]).toEqual({ location: here, batch: 'B1', byHand: true })
    expect((await told(task.id))?.changes).toEqual([
      { field: 'item', from: null, to: 'TINS' },
      { field: 'location', from: null, to: here },
      { field: 'qty', from: null, to: '1' },
    ])
    const next = { ...byHand, actId: newAct() }
    expect(await refused(picking.pickLine, { ...next, scanned: undefined } as never)).toBe(
      'scanned.batch warehouse.batchNotSaid',
    )
    await allow('forbidden')
    expect((await admin.ok(picking.getPickTask, { id: task.id })).handEntry).toBe('forbidden')
    expect(await refused(picking.pickLine, next as never)).toBe('byHand warehouse.scanFirst')
    // Half a scan is none.
    expect(await refused(picking.pickLine, { ...next, byHand: undefined } as never)).toBe('byHand warehouse.scanFirst')
    await allow('reason')
    expect(await refused(picking.pickLine, next as never)).toBe('byHandReason field.required')
    await admin.ok(picking.pickLine, { ...next, byHandReason: '条码破损' } as never)
    expect((await told(task.id))?.changes).toContainEqual({ field: 'byHandReason', from: null, to: '条码破损' })
  })

  it('[RT-18/outBound] what a device kept from before, and the desk, count as by hand and are taken whatever is set', async () => {
    await allow('forbidden')
    const { act, task } = await tasked()
    const [late] = await admin.ok(picking.syncPicks, { acts: [{ ...act, qty: '1' }] })
    expect(late).toMatchObject({ outcome: 'done' })
    expect((await scansOf('pick_act'))[0]).toEqual({ byHand: true })
    expect((await told(task.id))?.changes).toEqual([])
    // Line by line at the desk, it is told once; each act keeps it.
    await admin.ok(picking.pickLine, { ...act, actId: newAct(), qty: '1' } as never)
    expect((await scansOf('pick_act')).slice(0, 2)).toEqual([{ byHand: true }, { byHand: true }])
    const history = await admin.ok(picking.getPickTaskHistory, { id: task.id })
    expect(history.filter(({ action }) => action === 'pickedByHand')).toHaveLength(1)
  })

  it('[RT-18/ground] put away by scan: the pallet or the goods, and the place where they are put', async () => {
    await allow('forbidden')
    const { id, receipt } = await dock.goods.notice([{ itemId: milk, qty: '30' }])
    const line = receipt.lines[0]?.id as number
    const lots = [
      counted(line, '10', { batchNo: 'B1' }),
      counted(line, '10', { batchNo: 'B2' }),
      counted(line, '10', { batchNo: 'B3', containerCode: 'P-77' }),
    ]
    await admin.ok(inbound.receiveGoods, { id: receipt.id, lines: lots } as never)
    const { rows } = await admin.ok(inbound.getPutAways, { receiptId: receipt.id, tab: 'waiting', sort: 'createdAt' })
    const [b1, b2, b3] = rows.map((row) => ({
      id: row.id,
      locationId: dock.at[there] as number,
      serials: [] as string[],
    }))
    const wrong = (input: unknown, scanned: Record<string, unknown>) =>
      refused(inbound.putAwayGoods, { ...(input as object), scanned } as never)
    expect(await wrong(b1, { location: here, item: ean, batch: 'B1' })).toBe('scanned.location warehouse.scanPlace')
    expect(await wrong(b1, { location: there, item: ean })).toBe('scanned.batch warehouse.batchNotSaid')
    expect(await wrong(b1, { location: there, item: ean, batch: 'B2' })).toBe('scanned.batch warehouse.scanBatch')
    expect(await wrong(b1, { item: ean, batch: 'B1' })).toBe('byHand warehouse.scanFirst')
    expect(await wrong(b3, { location: there, pallet: 'P-78' })).toBe('scanned.pallet warehouse.scanPallet')
    const put = (input: unknown, scanned?: Record<string, unknown>) =>
      admin.ok(inbound.putAwayGoods, { ...(input as object), scanned } as never)
    await put(b1, { location: there, item: ean, batch: 'B1' })
    await put(b3, { location: `WH1:${there}`, pallet: 'P-77' })
    // From the desk, in two goes: told once.
    await put({ ...(b2 as object), qty: '4' })
    await put(b2)
    expect(await scansOf('put_away')).toEqual(
      expect.arrayContaining([
        { location: there, item: ean, batch: 'B1' },
        { location: `WH1:${there}`, pallet: 'P-77' },
        { byHand: true },
      ]),
    )
    const history = await admin.ok(inbound.getNoticeHistory, { id })
    expect(history.filter(({ action }) => action === 'putAwayByHand')).toHaveLength(1)
  })

  it('[RT-18/moveStock] a move and a count by scan are read the same way', async () => {
    await allow('forbidden')
    const rows = await admin.ok(getMovableStock, { code: here } as never)
    const stock = rows.find(({ batchNo }) => batchNo === 'B2')
    expect(stock?.handEntry).toBe('forbidden')
    const order = (scanned: Record<string, unknown> | undefined, more: Record<string, unknown> = {}) => ({
      type: 'move',
      reason: 'tidy',
      run: true,
      lines: [{ stockId: stock?.id, qty: '5', toLocationId: dock.at[there], serials: [], scanned, ...more }],
    })
    const good = { location: here, item: ean, batch: 'B2', to: there }
    for (const [scanned, why] of [
      [{ ...good, location: there }, 'lines.0.scanned.location warehouse.scanPlace'],
      [{ ...good, batch: 'B1' }, 'lines.0.scanned.batch warehouse.scanBatch'],
      [{ ...good, to: here }, 'lines.0.scanned.to warehouse.scanPlace'],
      [{ ...good, to: undefined }, 'lines.0.byHand warehouse.scanFirst'],
    ] as const)
      expect(await refused(addStockOrder, order(scanned) as never), why).toBe(why)
    await admin.ok(addStockOrder, order(good) as never)
    expect((await scansOf('stock_order_line'))[0]).toEqual(good)
    // From the desk.
    await admin.ok(addStockOrder, order(undefined) as never)
    expect((await scansOf('stock_order_line'))[0]).toEqual({ byHand: true })

    const locationId = dock.at[here] as number
    const { id } = await admin.ok(addStockCount, {
      warehouseId: dock.goods.warehouseId,
      zoneIds: [],
      locationIds: [locationId],
      itemIds: [milk],
      start: true,
    })
    const { lines, handEntry } = await admin.ok(getStockCount, { id })
    expect(handEntry).toBe('forbidden')
    const entries = (scan: object) =>
      lines.map(({ id: lineId, batchNo }) => ({
        lineId,
        qty: '1',
        serials: [],
        scanned: { item: ean, batch: batchNo, ...scan },
      }))
    const count = { id, locationId, scanned: { location: here } }
    expect(await refused(countPlace, { ...count, scanned: { location: there }, entries: [] } as never)).toBe(
      'scanned.location warehouse.scanPlace',
    )
    expect(await refused(countPlace, { ...count, entries: entries({ batch: 'B9' }) } as never)).toBe(
      'entries.0.scanned.batch warehouse.scanBatch',
    )
    expect(
      await refused(countPlace, { ...count, scanned: undefined, byHand: true, entries: entries({}) } as never),
    ).toBe('byHand warehouse.scanFirst')
    await admin.ok(countPlace, { ...count, entries: entries({}) } as never)
    expect(await scansOf('stock_count_place')).toEqual([{ location: here }])
    for (const again of ['first', 'corrected'])
      expect(await admin.ok(countPlace, { id, locationId, entries: [] }), again).toBeDefined()
    const history = await admin.ok(getStockCountHistory, { id })
    expect(history.filter(({ action }) => action === 'countedByHand')).toHaveLength(1)
  })
})
