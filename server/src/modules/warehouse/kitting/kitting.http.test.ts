import { getHistory } from '@xunyun/contract/system/upkeep'
import { addKitOrder, cancelKitOrders, getKitOrders, planAssembly } from '@xunyun/contract/warehouse/kitting/kitOrders'
import * as calls from '@xunyun/contract/warehouse/kitting/kits'
import { changeItem, deleteItems, getItem } from '@xunyun/contract/warehouse/masters/items'
import { checkImport, runImport, undoImport } from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Dock, openDock } from '../../../../test/dock.ts'
import { openGoods } from '../../../../test/goods.ts'
import { download } from '../../../../test/sheets.ts'
import { fieldsOf, openGround } from '../../../../test/warehouses.ts'
import type { Client } from '../../../../test/world.ts'

/** What sets are made of: the records, their rules and their file. */
let dock: Dock
let maker: Client
beforeAll(async () => {
  dock = await openDock()
  maker = (await dock.world.person('maker', { rights: { combination: 'edit', wList: 'browse' } })).client
})
afterAll(async () => expect(await dock.close()).toEqual([]))

const line = (partId: number, qty: string | number = '1') => ({ partId, qty: String(qty) })
const addKit = (itemId: number, lines: readonly object[], more: object = {}) =>
  maker.ok(calls.addKit, { itemId, lines, ...more } as never)
const wrongOf = (itemId: number, lines: readonly object[]) => fieldsOf(maker.refused(calls.addKit, { itemId, lines }))
const order = (kitId: number, more: object = {}) =>
  maker.ok(addKitOrder, {
    kind: 'assemble',
    kitId,
    qty: '1',
    warehouseId: dock.goods.warehouseId,
    toLocationId: dock.at['A-04'],
    serials: [],
    parts: [],
    run: false,
    ...more,
  } as never)

it('[RT-18/combination] a set says what it is made of, how many could be made and how many there are, warehouse by warehouse', async () => {
  const [set, cup, lid] = [
    await dock.fresh('SET-1', '3', 'A-03'),
    await dock.fresh('CUP', '10'),
    await dock.fresh('LID', '7'),
  ]
  const { id } = await addKit(set, [line(cup, 2), line(lid)], { remark: '礼盒' })
  const row = async (filter: object = {}) => (await maker.ok(calls.getKits, { q: 'SET-1', ...filter } as never)).rows[0]
  expect(await row()).toMatchObject({ itemNo: 'SET-1', partCount: 2, possible: '5', onHand: '3', openOrders: 0 })
  // Parts in two warehouses do not make a set together.
  const other = await openGoods(dock.world)
  expect(await row({ warehouseId: dock.goods.warehouseId })).toMatchObject({ possible: '5', onHand: '3' })
  expect(await row({ warehouseId: other.warehouseId })).toMatchObject({ possible: '0', onHand: '0' })
  // What is promised, of another quality or not for sale makes no set.
  const { id: noticeId } = await dock.notice([{ itemId: cup, qty: '3' }])
  await dock.allocate(noticeId)
  await dock.stock('X-01', cup, '50', { quality: 'bad' })
  await dock.stock('R-01', cup, '50')
  expect(await row()).toMatchObject({ possible: '3' })
  const detail = await maker.ok(calls.getKit, { id })
  expect(detail).toMatchObject({
    remark: '礼盒',
    lines: [{ itemNo: 'CUP', qty: '2', available: '7' }, { itemNo: 'LID' }],
  })
  expect((await maker.ok(calls.getKits, { part: 'LID' })).rows.map(({ itemNo }) => itemNo)).toEqual(['SET-1'])
  expect((await maker.ok(calls.getKitChoices, { q: 'SET-1' }))[0]).toMatchObject({ id, label: 'SET-1 SET-1' })
  expect(await maker.ok(calls.getKitTotals, { q: 'SET-1' })).toEqual({ count: 1, tabs: { enabled: 1, disabled: 0 } })
  const { rows } = await download(maker, calls.exportKits, { q: 'SET-1' })
  expect(rows[1]?.slice(0, 6)).toEqual(['SET-1', expect.any(String), 'SET-1', '2', '3', '3'])
})

it('[RT-18/combination] every wrong part is named at its line', async () => {
  const [set, part, kilo, phone] = [
    await dock.goods.item('BAD-SET'),
    await dock.goods.item('BAD-PART'),
    await dock.goods.item('BAD-KILO', { baseUnit: 'kg' } as never),
    await dock.goods.item('BAD-PHONE', { serialControlled: true, baseUnit: 'kg' } as never),
  ]
  const foreign = await (await openGoods(dock.world)).item('BAD-FOREIGN')
  expect(
    await wrongOf(set, [line(set), line(999_999), line(foreign), line(part), line(part), line(kilo, '0.5')]),
  ).toEqual([
    'lines.0.partId kits.itself',
    'lines.1.partId field.choice',
    'lines.2.partId kits.otherOwner',
    'lines.4.partId inbound.sameLine',
  ])
  expect(await wrongOf(set, [line(part, '1.5'), line(phone, '0.5')])).toEqual([
    'lines.0.qty inbound.whole',
    'lines.1.qty inbound.whole',
  ])
  expect(await wrongOf(set, [line(part, 0)])).toEqual(['lines.0.qty field.positive'])
  expect(await wrongOf(set, [])).toEqual(['lines field.required'])
  expect(await wrongOf(999_999, [line(part)])).toEqual(['itemId field.choice'])
  await addKit(set, [line(part), line(kilo, '0.5')])
  expect(await wrongOf(set, [line(part)])).toEqual(['itemId kits.taken'])
})

it('[RT-18/combination D-05] a part may be a set, but no set holds itself, however far down', async () => {
  const [a, b, c] = [await dock.goods.item('RING-A'), await dock.goods.item('RING-B'), await dock.goods.item('RING-C')]
  await addKit(b, [line(c)])
  await addKit(a, [line(b)])
  const refused = await maker.refused(calls.addKit, { itemId: c, lines: [line(a)] })
  expect(refused.fields).toMatchObject([
    { path: 'lines.0.partId', reason: 'kits.cycle', params: { chain: 'RING-C → RING-A → RING-B → RING-C' } },
  ])
  const [kit] = (await maker.ok(calls.getKits, { q: 'RING-A' })).rows
  expect((await maker.ok(calls.getKit, { id: kit?.id as number })).lines).toMatchObject([
    { itemNo: 'RING-B', isKit: true },
  ])
})

it('[RT-18/combination D-05] two who close a ring from both sides at once: one of them is refused', async () => {
  for (let round = 0; round < 6; round += 1) {
    const [a, b] = [await dock.goods.item(`BOTH-A${round}`), await dock.goods.item(`BOTH-B${round}`)]
    const codes = await Promise.all([
      maker.send(calls.addKit, { itemId: a, lines: [line(b)] }),
      maker.send(calls.addKit, { itemId: b, lines: [line(a)] }),
    ])
    expect(codes.filter(({ code }) => code === 200)).toHaveLength(1)
  }
})

it('[RT-18/combination] parts change while no order waits; a stale save is refused; the timeline says both sides', async () => {
  const [set, one, two] = [await dock.goods.item('CHG'), await dock.goods.item('CHG-1'), await dock.goods.item('CHG-2')]
  const { id } = await addKit(set, [line(one, 2)])
  const change = (version: number, lines: readonly object[], more: object = {}) =>
    ({ id, version, lines, ...more }) as never
  const { version } = await maker.ok(calls.changeKit, change(1, [line(one, 3), line(two)], { remark: '新配方' }))
  expect((await maker.refused(calls.changeKit, change(1, [line(one)]))).reason).toBe('kernel.stale')
  expect((await maker.ok(calls.getKitHistory, { id })).map(({ action, changes }) => [action, changes])).toMatchObject([
    [
      'changed',
      [
        { field: 'parts', from: 'CHG-1 × 2', to: 'CHG-1 × 3, CHG-2 × 1' },
        { field: 'remark', from: null, to: '新配方' },
      ],
    ],
    ['created', [{ field: 'itemNo' }, { field: 'parts' }]],
  ])
  expect((await dock.world.admin.ok(getHistory, { entity: 'kit', entityId: id })).rows[0]).toMatchObject({
    name: 'CHG',
  })
  const { id: orderId, orderNo } = await order(id)
  expect(await maker.refused(calls.changeKit, change(version, [line(one)]))).toMatchObject({
    reason: 'kits.openOrder',
    params: { no: orderNo },
  })
  const disable = { ids: [id], enabled: false }
  expect((await dock.world.admin.ok(calls.setKitsEnabled, disable)).refused[0]?.reason).toBe('kits.openOrder')
  await maker.ok(cancelKitOrders, { ids: [orderId], reason: '不做了' })
  await maker.ok(calls.changeKit, change(version, [line(one)]))
  expect((await dock.world.admin.ok(calls.setKitsEnabled, disable)).done).toBe(1)
  expect(
    (
      await maker.refused(addKitOrder, {
        kind: 'assemble',
        kitId: id,
        qty: '1',
        warehouseId: dock.goods.warehouseId,
        toLocationId: dock.at['A-04'],
        serials: [],
        parts: [],
        run: false,
      })
    ).reason,
  ).toBe('kits.disabled')
  // It had an order: it is disabled, not deleted.
  expect((await dock.world.admin.ok(calls.deleteKits, { ids: [id] })).refused[0]?.reason).toBe('kernel.inUse')
  expect(await maker.send(calls.setKitsEnabled, disable as never)).toMatchObject({ code: 403 })
})

it('[RT-18/combination] a part keeps its unit and owner, and is not deleted, while a set names it', async () => {
  const [set, part] = [await dock.goods.item('HOLD-SET'), await dock.goods.item('HOLD-PART')]
  const { id } = await addKit(set, [line(part)])
  const {
    id: _,
    ownerName: __,
    categoryName: ___,
    locked: ____,
    enabled: _____,
    onHand: ______,
    createdAt: _c,
    updatedAt: _u,
    ...item
  } = await dock.world.admin.ok(getItem, { id: part })
  const change = (more: object) => dock.world.admin.refused(changeItem, { ...item, id: part, ...more } as never)
  expect(await fieldsOf(change({ baseUnit: 'kg' }))).toEqual(['baseUnit warehouse.inKit'])
  const other = await dock.world.company('另一货主', ['owner'])
  expect(await fieldsOf(change({ ownerId: other }))).toEqual(['ownerId warehouse.inKit'])
  const remove = () => dock.world.admin.ok(deleteItems, { ids: [part] })
  expect((await remove()).refused[0]).toMatchObject({
    reason: 'kernel.inUse',
    msg: expect.stringMatching(/：组合货号 HOLD-SET$/),
  })
  expect((await dock.world.admin.ok(calls.deleteKits, { ids: [id] })).done).toBe(1)
  expect((await remove()).done).toBe(1)
  expect((await maker.ok(calls.getKits, { q: 'HOLD-SET' })).rows).toEqual([])
})

it('[RT-18/combination] an owner’s account sees its own sets, and nothing of the floor', async () => {
  const [set, part] = [await dock.goods.item('MINE'), await dock.goods.item('MINE-PART')]
  const { id } = await addKit(set, [line(part)])
  const other = await openGoods(dock.world)
  const theirs = await addKit(await other.item('THEIRS'), [line(await other.item('THEIRS-PART'))])
  const rights = { combination: 'edit' } as const
  const owner = (await dock.world.person('owner', { scope: 'customer', companies: [dock.goods.owner], rights })).client
  const seen = (await owner.ok(calls.getKits, { pageSize: 500 })).rows.map(({ itemNo }) => itemNo)
  expect(seen).toContain('MINE')
  expect(seen).not.toContain('THEIRS')
  expect((await owner.refused(calls.getKit, { id: theirs.id })).reason).toBe('kernel.notFound')
  expect((await owner.refused(calls.getKitHistory, { id })).reason).toBe('kernel.forbidden')
  await order(id)
  expect((await owner.ok(getKitOrders, {})).rows).toEqual([])
  const plan = { kitId: id, warehouseId: dock.goods.warehouseId, qty: '1', parts: [] }
  expect((await owner.refused(planAssembly, plan)).reason).toBe('kernel.forbidden')
})

it('[RT-18/combination D-01] an office’s file: one part a row, a set whole or not at all, taken back whole', async () => {
  const ground = await openGround()
  const { admin } = ground.world
  const ids = new Map<string, number>()
  for (const no of ['IMP-SET', 'IMP-A', 'IMP-B', 'IMP-TWO', 'IMP-OLD']) ids.set(no, await ground.addItem(no))
  const of = (no: string) => ids.get(no) as number
  await admin.ok(calls.addKit, { itemId: of('IMP-OLD'), lines: [line(of('IMP-B'))] })
  const fileId = await ground.upload(admin, [
    ['货主*', '组合货号*', '子件货号*', '数量*'],
    ['康源医药', 'IMP-SET', 'IMP-A', '2'],
    ['康源医药', 'imp-set', 'IMP-B', '1'],
    ['康源医药', 'IMP-TWO', 'IMP-A', '1'],
    ['康源医药', 'IMP-TWO', 'IMP-TWO', '1'],
    ['康源医药', 'IMP-OLD', 'IMP-A', '1'],
    ['康源医药', 'IMP-B', 'NO-SUCH', '1'],
    ['康源医药', 'IMP-B', 'IMP-A', 'x'],
  ])
  const report = await admin.ok(checkImport, { page: 'combination', fileId })
  expect(report.refused.map(({ row, errors: [first] }) => [row, first?.column])).toEqual([
    [4, '组合货号'],
    [5, '子件货号'],
    [6, '组合货号'],
    [7, '子件货号'],
    [8, '数量'],
  ])
  expect(report.refused[0]?.errors[0]?.msg).toContain('第 5 行')
  const { importId } = await admin.ok(runImport, { page: 'combination', fileId, mode: 'valid' })
  const found = async () => (await admin.ok(calls.getKits, { q: 'IMP-SET' })).rows
  expect((await admin.ok(calls.getKit, { id: (await found())[0]?.id as number })).lines).toMatchObject([
    { itemNo: 'IMP-A', qty: '2' },
    { itemNo: 'IMP-B', qty: '1' },
  ])
  await admin.ok(undoImport, { page: 'combination', id: importId })
  expect(await found()).toEqual([])
  await ground.world.close()
})
