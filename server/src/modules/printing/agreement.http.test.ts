import * as costs from '@xunyun/contract/costs/lines'
import * as trips from '@xunyun/contract/dispatch/calls'
import { clauseFields, clauses } from '@xunyun/contract/printing/agreement'
import * as calls from '@xunyun/contract/printing/calls'
import { presetLayout } from '@xunyun/contract/printing/presets'
import { checkInWaybills } from '@xunyun/contract/waybills/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barsOn } from '../../../test/barcodes.ts'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let clerk: Person
let carrier: number
let wuhan: number
let count = 0

const office = {
  printDocuments: 'browse',
  printTemplate: 'edit',
  allWayBill: 'edit',
  taskList: 'edit',
  arrangeOperate: 'edit',
  arrangeList: 'approve',
  carCostApply: 'edit',
  costView: 'browse',
} as const

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  wuhan = await world.outlet('武汉东西湖站')
  carrier = await world.company('浙江顺达运输有限公司', ['carrier'])
  const head = await world.outlet('浙江迅运物流有限公司')
  const set = (id: number, columns: Record<string, unknown>) =>
    world.db.updateTable('company').set(columns).where('id', '=', id).execute()
  const seat = { region_name: '浙江省 杭州市 萧山区', address: '宁围街道传化公路港 2 号楼', tel: '0571-82000001' }
  await set(head, { uscc: '91330109MA2XUNYUN1', ...seat })
  await set(freight.hangzhou, { parent_id: head, tel: '0571-85001234' })
  await set(freight.guangzhou, { address: '太和镇物流园 3 区' })
  await set(wuhan, { region_name: '湖北省 武汉市 东西湖区', address: '走马岭汉江大道 88 号' })
  await set(carrier, { uscc: '91330110MA2SHUNDA7', tel: '13600009999', address: '勾庄物流街 9 号' })
  clerk = await world.person('clerk', { rights: office, outletId: freight.hangzhou })
})
afterAll(() => world.close())

type Wish = {
  vehicle?: Record<string, unknown>
  carrierId?: number | null
  pieces?: readonly number[]
  agreed?: string | null
}
/** A trip from 杭州 to 广州, of several waybills over 武汉; hired and agreed for 5,000 unless wished otherwise. */
async function trip({ vehicle = {}, carrierId = carrier, pieces = [4], agreed = '5000' }: Wish = {}) {
  count += 1
  const made = []
  for (const [at, of] of pieces.entries()) {
    const goods = [{ name: `货${(at % 6) + 1}`, package: 'carton', pieces: of, weight: '20', volume: '0.5' }] as const
    made.push(await freight.waybill(clerk.client, of, { goods: [...goods] }))
  }
  await clerk.client.ok(checkInWaybills, { ids: made.map(({ id }) => id) })
  const { id, arrangementNo } = await clerk.client.ok(trips.createArrangement, {
    vehicleId: await freight.addVehicle(`浙A8${1000 + count}`, { type: 'hired', trailer_no: '浙A1234挂', ...vehicle }),
    driverId: await freight.addDriver(`周师傅${count}`, {
      id_card: `3301061988031200${10 + count}`,
      licence_expiry: '2030-05-01',
    }),
    carrierId: carrierId ?? undefined,
    planAt: '2026-12-01T08:00:00+08:00',
    lines: made.map(({ id }, at) => ({
      waybillId: id,
      pieces: pieces[at],
      fromPlace: 'outlet',
      fromId: freight.hangzhou,
      load: 1,
      unload: at === 0 && made.length > 1 ? 2 : made.length > 1 ? 3 : 2,
    })),
    stops: [
      { kind: 'outlet', outletId: freight.hangzhou },
      ...(made.length > 1 ? [{ kind: 'outlet', outletId: wuhan, planAt: '2026-12-02T09:30:00+08:00' }] : []),
      { kind: 'outlet', outletId: freight.guangzhou, planAt: '2026-12-03T18:00:00+08:00' },
    ],
  } as never)
  if (agreed !== null) await agree(id, agreed)
  return { id, no: arrangementNo, waybills: made }
}
/** Agreed with the carrier: the parts come to it. */
async function agree(id: number, agreed: string) {
  const { version } = await clerk.client.ok(costs.getArrangementCosts, { id })
  const part = (payPart: string, amount: string, feeItem = 'vehicle') => ({
    payPart,
    amount,
    feeItem,
    companyId: carrier,
  })
  const rest = (Number(agreed) - 2000).toFixed(2)
  const lines = [
    part('prepaid', '1500'),
    part('fuel', '800', 'fuel'),
    part('onReceipt', rest),
    part('information', '200', 'information'),
    part('penalty', '100', 'penalty'),
  ]
  await clerk.client.ok(costs.setArrangementCosts, { arrangementId: id, version, agreed, lines } as never)
}
const ask = (id: number) => ({ type: 'agreement', id }) as const
const batchOf = (id: number) => ({ type: 'agreement' as const, ids: [id], way: 'pdf' as const })
const wordsOf = (pages: readonly { svg: string }[]) =>
  pages.flatMap(({ svg }) => [...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text as string))

describe('[RT-16/arrangeList] [T18] the transport agreement (运输协议) of a hired truck’s trip', () => {
  it('names both parties, vehicle, driver, every stop, the cargo, what was agreed in figures and capitals, and its parts', async () => {
    const { id, no } = await trip({ pieces: Array.from({ length: 14 }, (_, at) => at + 1), agreed: '10203.45' })
    const { pages, template, pageCount } = await clerk.client.ok(calls.previewPrint, ask(id))
    expect([template, pageCount]).toEqual(['agreement.a4', 1])
    const said = wordsOf(pages)
    for (const word of [
      '货物运输协议',
      '浙江迅运物流有限公司',
      '91330109MA2XUNYUN1',
      '浙江省杭州市萧山区宁围街道传化公路港 2 号楼',
      '0571-82000001',
      '浙江顺达运输有限公司',
      '91330110MA2SHUNDA7',
      '勾庄物流街 9 号',
      '136 0000 9999',
      `浙A8${1000 + count}`,
      '浙A1234挂',
      `周师傅${count}`,
      'A2',
      '2030-05-01',
      '330106********0011',
      '2026-12-01 08:00',
      '杭州总站 → 武汉东西湖站 → 广州白云站',
      '武汉东西湖站',
      '湖北省武汉市东西湖区',
      '走马岭汉江大道 88 号',
      '2026-12-02 09:30',
      '广州白云站',
      '2026-12-03 18:00',
      '14',
      '105',
      '280 kg',
      '7 m³',
      '货1 / 货2 / 货3 / 货4 / 另有 2 项',
      '¥10,203.45',
      '壹万零贰佰零叁元肆角伍分',
      '¥1,500.00',
      '¥800.00',
      '¥8,203.45',
      '减：信息费',
      '¥200.00',
      '减：罚款',
      '¥100.00',
      '甲方（签字或盖章）',
      '乙方（签字或盖章）',
      '第 1 / 1 页',
    ])
      expect(said, word).toContain(word)
    expect(barsOn(pages[0]?.svg ?? '')).toEqual([no])
    // Nothing is agreed on arrival or as a balance: nothing is written there afterwards.
    expect(said.filter((word) => word === '—')).toHaveLength(2)
    const text = said.join('')
    for (const clause of clauseFields) expect(text).toContain(clauses[clause].zh)
  })

  it('a driver who goes without a carrier is the other party himself; his identity number stays masked', async () => {
    const { id } = await trip({ carrierId: null })
    const said = wordsOf((await clerk.client.ok(calls.previewPrint, ask(id))).pages)
    expect(said.filter((word) => word === `周师傅${count}`)).toHaveLength(2)
    expect(said.filter((word) => word === `330106********00${10 + count}`)).toHaveLength(2)
    expect(said.join(' ')).not.toContain('19880312')
    expect(said).toContain('伍仟元整')
  })

  it('is counted and logged as every paper, and says 补打 when it comes out again', async () => {
    const { id, no } = await trip()
    const batch = await clerk.client.ok(calls.startPrintBatch, batchOf(id))
    const pdf = await clerk.client.fetch(`${calls.getBatchPdf.path}?id=${batch.id}`)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(decodeURIComponent(pdf.headers.get('content-disposition') ?? '')).toContain(` ${no}.pdf`)
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .toString('latin1')
        .match(/\/Type \/Page\n/g),
    ).toHaveLength(1)
    await clerk.client.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 1 })
    expect(await clerk.client.ok(calls.getPrintLog, ask(id))).toMatchObject([{ way: 'pdf', whole: true }])
    expect(wordsOf((await clerk.client.ok(calls.previewPrint, ask(id))).pages)).toContain('补打 1')
    await clerk.client.ok(trips.cancelArrangements, { ids: [id], reason: '不走了' })
    expect((await clerk.client.refused(calls.startPrintBatch, batchOf(id))).reason).toBe('printing.cancelled')
  })

  it('[SE-08] is offered to and printed by who may see the costs of the trip’s outlet, and nobody else', async () => {
    const { id } = await trip()
    expect((await clerk.client.ok(trips.getArrangement, { id })).agreement).toBe(true)
    const { costView: _, ...without } = office
    const blind = await world.person('blind', { rights: without })
    // It is a stop of the trip: this outlet sees it, and not what it costs.
    const outlet = { scope: 'outlet' as const, outletId: freight.guangzhou, companies: [freight.guangzhou] }
    const there = await world.person('there', { rights: office, ...outlet })
    const layout = presetLayout('agreement', 'a4')
    for (const [{ client }, code] of [
      [blind, 403],
      [there, 404],
    ] as const) {
      expect((await client.ok(trips.getArrangement, { id })).agreement).toBe(false)
      expect((await client.ok(calls.previewPrint, { type: 'loading', id })).pageCount).toBe(1)
      expect((await client.refused(calls.previewPrint, ask(id))).code).toBe(code)
      expect((await client.refused(calls.previewLayout, { type: 'agreement', layout, id })).code).toBe(code)
      expect((await client.refused(calls.previewLayout, { type: 'agreement', layout })).code).toBe(code)
      expect((await client.refused(calls.startPrintBatch, batchOf(id))).code).toBe(code)
      expect((await client.refused(calls.getPrintLog, ask(id))).code).toBe(code)
    }
    const { printDocuments: __, ...office2 } = office
    const { client } = await world.person('noPrinter', { rights: office2 })
    expect((await client.refused(calls.previewPrint, ask(id))).code).toBe(403)
  })

  it('there is none of a vehicle that is not hired, nor before a total was agreed: not offered, and refused in words', async () => {
    const own = await trip({ vehicle: { type: 'contract' }, agreed: null })
    const open = await trip({ agreed: null })
    for (const [{ id, no }, reason, word] of [
      [own, 'printing.notHired', '社会车辆'],
      [open, 'printing.noAgreed', '总价'],
    ] as const) {
      expect((await clerk.client.ok(trips.getArrangement, { id })).agreement).toBe(false)
      for (const refused of [
        await clerk.client.refused(calls.previewPrint, ask(id)),
        await clerk.client.refused(calls.startPrintBatch, batchOf(id)),
      ]) {
        expect(refused).toMatchObject({ code: 409, reason })
        expect(refused.msg).toContain(no)
        expect(refused.msg).toContain(word)
      }
    }
    await agree(open.id, '6000')
    expect((await clerk.client.ok(trips.getArrangement, { id: open.id })).agreement).toBe(true)
    // The newest of those that have one is what a template is tried with.
    const { no } = await clerk.client.ok(calls.previewLayout, {
      type: 'agreement',
      layout: presetLayout('agreement', 'a4'),
    })
    expect(no).not.toBe(own.no)
    // A batch that was begun draws nothing any more once there is no agreement.
    const batch = await clerk.client.ok(calls.startPrintBatch, batchOf(open.id))
    await world.db.updateTable('arrangement_cost').set({ agreed: null }).where('arrangement_id', '=', open.id).execute()
    const next = await clerk.client.refused(calls.nextOfBatch, { id: batch.id, holder: 'w' })
    expect(next.reason).toBe('printing.noAgreed')
  })
})
