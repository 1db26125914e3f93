import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as cases from '@xunyun/contract/cases/abnormals'
import * as complaints from '@xunyun/contract/cases/complaints'
import { isAble } from '@xunyun/contract/kernel/ability'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import * as printing from '@xunyun/contract/printing/calls'
import * as calls from '@xunyun/contract/signedReceipts/calls'
import { getEpod, packEpods } from '@xunyun/contract/signedReceipts/epod'
import {
  type SignedReceiptAction,
  type SignedReceiptState,
  signedReceiptLifecycle,
  signedReceiptStates,
} from '@xunyun/contract/signedReceipts/states'
import * as waybills from '@xunyun/contract/waybills/calls'
import * as closing from '@xunyun/contract/waybills/closing'
import { notifyPickup } from '@xunyun/contract/waybills/pickup'
import { getTracks } from '@xunyun/contract/waybills/tracks'
import { addAttachments } from '@xunyun/contract/workbench/comments'
import { getMyJobs } from '@xunyun/contract/workbench/jobs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ago, type Freight, openFreight, stateOf, waybillOf } from '../../../test/freight.ts'
import { downloadPdf, textsOf } from '../../../test/pdf.ts'
import { type Client, openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
/** Of the waybills' own outlet; of the outlet where they were delivered; of the customer. */
let home: Client
let away: Client
let boss: Client
let customer: Person

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  const rights = { allWayBill: 'edit', taskList: 'edit', receiptList: 'edit', track: 'edit' } as const
  const at = (outletId: number) => ({ scope: 'outlet' as const, companies: [outletId], outletId })
  home = (await world.person('home', { ...at(freight.hangzhou), rights })).client
  away = (await world.person('away', { ...at(freight.guangzhou), rights })).client
  boss = (await world.person('boss', { rights: 'all', outletId: freight.hangzhou })).client
  customer = await world.person('customer', {
    scope: 'customer',
    companies: [freight.yunfan],
    rights: { receiptList: 'browse', allWayBill: 'browse', trackList: 'browse' },
  })
}, 60_000)
afterAll(() => world.close())

/** A waybill that asks for its signed paper; both outlets see it. */
async function asking(over: Record<string, unknown> = {}) {
  const made = await freight.waybill(home, 2, {
    deliveryWay: 'selfPickup',
    receiptRequirement: 'receipt',
    receiptCopies: 2,
    destOutletId: freight.guangzhou,
    ...over,
  } as never)
  return { ...made, receipt: () => rowOf(made.waybillNo) }
}
const rowOf = async (waybillNo: string, client = boss) => {
  const { rows } = await client.ok(calls.getSignedReceipts, { q: waybillNo })
  const [row] = rows
  if (row === undefined) throw new Error(`no receipt of ${waybillNo}`)
  return row
}
const checkInAndSign = async (id: number, over: Record<string, unknown> = {}) => {
  await boss.ok(waybills.checkInWaybills, { ids: [id], at: ago(30), outletId: freight.guangzhou })
  expect(await boss.ok(notifyPickup, { ids: [id] } as never)).toMatchObject({ refused: [] })
  await boss.ok(waybills.signWaybill, {
    id,
    signed: 2,
    signer: '陈',
    signedAt: ago(0),
    noCodeReason: '本人到场',
    ...over,
  } as never)
}
async function signed(over: Record<string, unknown> = {}) {
  const made = await asking(over)
  await checkInAndSign(made.id)
  return { ...made, id: (await made.receipt()).id, waybillId: made.id }
}
const scan = (client: Client, step: string, code: string, over: Record<string, unknown> = {}) =>
  client.send(calls.scanSignedReceipt, { actId: randomUUID(), roundId: randomUUID(), step, code, ...over } as never)
const stateNow = async (waybillNo: string) => (await rowOf(waybillNo)).state
const eventsOf = async (id: number, client = boss) =>
  (await client.ok(waybills.getWaybillEvents, { id })).events.map(({ type }) => type)

describe('what opens and ends a receipt', () => {
  it('[RT-16/receiptList] [T29] it is opened with the waybill, follows 改单 while it is to be signed, and goes with it', async () => {
    const { id, waybillNo, receipt } = await asking()
    expect(await receipt()).toMatchObject({
      receiptNo: expect.stringMatching(/^HD\d{11}$/),
      copies: 2,
      state: 'toSign',
    })
    const none = await freight.waybill(home, 2)
    expect((await boss.ok(calls.getSignedReceipts, { q: none.waybillNo })).rows).toEqual([])
    const change = async (fields: object) => {
      const { version } = await home.ok(waybills.getWaybill, { no: waybillNo })
      const { place: _, ...input } = {
        ...waybillOf(freight.hangzhou, freight.yunfan, 2),
        deliveryWay: 'selfPickup' as const,
        place: true,
      }
      await home.ok(waybills.changeWaybill, { id, version, ...input, ...fields } as never)
    }
    await change({ receiptRequirement: 'original', receiptCopies: 3 })
    expect(await receipt()).toMatchObject({ copies: 3, requirement: 'original' })
    await change({ receiptRequirement: 'none' })
    expect((await boss.ok(calls.getSignedReceipts, { q: waybillNo })).rows).toEqual([])
    await change({ receiptRequirement: 'receipt' })
    expect(await receipt()).toMatchObject({ copies: 1, state: 'toSign' })
    await boss.ok(waybills.cancelWaybills, { ids: [id], reason: '不发了' })
    expect((await boss.ok(calls.getSignedReceipts, { q: waybillNo })).rows).toEqual([])

    const draft = await home.ok(waybills.createWaybill, {
      ...waybillOf(freight.hangzhou, freight.yunfan, 1),
      receiptRequirement: 'receipt',
    })
    expect((await boss.ok(calls.getSignedReceipts, { q: draft.waybillNo })).rows).toEqual([])
    await home.ok(waybills.placeWaybills, { ids: [draft.id] })
    expect(await rowOf(draft.waybillNo)).toMatchObject({ copies: 1, state: 'toSign' })
  })

  it('[T29] an electronic one is done by a signing with a photo, and no longer once that is undone', async () => {
    const { id, waybillNo } = await asking({ receiptRequirement: 'electronic' })
    const file = await photo()
    await checkInAndSign(id, { files: [file] })
    expect(await rowOf(waybillNo)).toMatchObject({ state: 'done', signer: '陈' })
    expect(isAble(await rowOf(waybillNo), 'undo')).toBe(false)
    await boss.ok(waybills.undoWaybill, { id, reason: '签错' })
    expect(await rowOf(waybillNo)).toMatchObject({ state: 'toSign', signedAt: null })
    await boss.ok(waybills.signWaybill, { id, signed: 2, signer: '陈', signedAt: ago(0), noCodeReason: '本人到场' })
    const { id: receiptId } = await rowOf(waybillNo)
    expect((await scan(boss, 'recover', waybillNo)).error?.reason).toBe('signedReceipts.electronic')
    await boss.ok(calls.addReceiptPhotos, { id: receiptId, files: [await photo()] })
    expect(await rowOf(waybillNo)).toMatchObject({ state: 'done', photos: 1 })
  })
})

describe('its way home', () => {
  it('[D-02] recovered away, sent in a batch, received at its own outlet, returned, done: each told, a customer of his part alone', async () => {
    const one = await signed()
    const other = await signed()
    const ids = [one.id, other.id]
    expect(await away.ok(calls.recoverSignedReceipts, { ids })).toMatchObject({ done: 2 })
    expect(await rowOf(one.waybillNo)).toMatchObject({ state: 'recovered', place: '广州白云站' })
    expect((await home.ok(calls.sendSignedReceipts, { ids, toOutletId: freight.hangzhou })).refused).toMatchObject([
      { reason: 'signedReceipts.elsewhere' },
      { reason: 'signedReceipts.elsewhere' },
    ])
    expect((await away.ok(calls.sendSignedReceipts, { ids, toOutletId: freight.guangzhou })).refused[0]).toMatchObject({
      reason: 'signedReceipts.otherOutlet',
    })
    await away.ok(calls.sendSignedReceipts, { ids, toOutletId: freight.hangzhou, expressNo: 'SF1' })
    const { batchNo } = await rowOf(one.waybillNo)
    expect(await rowOf(other.waybillNo)).toMatchObject({ state: 'sent', batchNo, expressNo: 'SF1', place: null })
    expect((await boss.ok(calls.getSignedReceipts, { batchNo: batchNo as string })).rows).toHaveLength(2)
    expect((await away.ok(calls.receiveSignedReceipts, { ids })).refused[0]?.reason).toBe('signedReceipts.elsewhere')
    await home.ok(calls.receiveSignedReceipts, { ids })
    await home.ok(calls.giveBackSignedReceipts, { ids })
    await home.ok(calls.finishSignedReceipts, { ids: [one.id] })
    expect(await stateNow(one.waybillNo)).toBe('done')
    // Handed over in person: the number of the parcel before is not this one's.
    expect(await rowOf(other.waybillNo)).toMatchObject({ state: 'returned', expressNo: null })
    const way = ['receiptRecovered', 'receiptSent', 'receiptReceived', 'receiptReturned']
    expect((await eventsOf(one.waybillId)).filter((type) => way.includes(type)).sort()).toEqual([...way].sort())
    const told = await eventsOf(one.waybillId, customer.client)
    expect(told).toEqual(expect.arrayContaining(['receiptRecovered', 'receiptReturned']))
    expect(told).not.toContain('receiptSent')
    const tracks = await customer.client.ok(getTracks, { waybillId: one.waybillId })
    expect(tracks.tracks.filter(({ node }) => node === 'receipt')).toHaveLength(2)
    expect(await rowOf(one.waybillNo, customer.client)).toMatchObject({
      place: null,
      handlerName: null,
      batchNo: null,
      sendBatch: null,
      returnBatch: null,
      actions: [{ key: 'epod' }],
    })
  })

  it('[T29] recovered at its own outlet it goes to the customer from there; undo takes one step back', async () => {
    const one = await signed()
    await home.ok(calls.recoverSignedReceipts, { ids: [one.id] })
    const row = await rowOf(one.waybillNo)
    expect(row.actions.map(({ key }) => key)).not.toContain('send')
    expect(
      (await home.ok(calls.sendSignedReceipts, { ids: [one.id], toOutletId: freight.hangzhou })).refused[0]?.reason,
    ).toBe('signedReceipts.atItsOutlet')
    await home.ok(calls.giveBackSignedReceipts, { ids: [one.id] })
    await boss.ok(calls.undoSignedReceipts, { ids: [one.id], reason: '没交' })
    expect(await rowOf(one.waybillNo)).toMatchObject({ state: 'recovered', place: '杭州总站', batchNo: null })
    await boss.ok(calls.undoSignedReceipts, { ids: [one.id], reason: '没回' })
    expect(await rowOf(one.waybillNo)).toMatchObject({ state: 'toSign', place: null })
    const { tracks } = await boss.ok(getTracks, { waybillId: one.waybillId })
    expect(tracks.filter(({ node, struck }) => node === 'receipt' && struck === null)).toEqual([])
  })

  it('[T29] each state offers its actions and no other, and each leads where the table says', async () => {
    const acts: Record<Exclude<SignedReceiptAction, 'addPhoto' | 'epod'>, (id: number) => Promise<{ done: number }>> = {
      recover: (id) => boss.ok(calls.recoverSignedReceipts, { ids: [id], outletId: freight.guangzhou }),
      send: (id) => boss.ok(calls.sendSignedReceipts, { ids: [id], toOutletId: freight.hangzhou }),
      receive: (id) => boss.ok(calls.receiveSignedReceipts, { ids: [id] }),
      giveBack: (id) => boss.ok(calls.giveBackSignedReceipts, { ids: [id] }),
      finish: (id) => boss.ok(calls.finishSignedReceipts, { ids: [id] }),
      setAbnormal: (id) => boss.ok(calls.setSignedReceiptsAbnormal, { ids: [id], reason: '缺章' }),
      resolve: (id) => boss.ok(calls.resolveSignedReceipts, { ids: [id] }),
      lose: (id) => boss.ok(calls.loseSignedReceipts, { ids: [id], reason: '找不到' }),
      undo: (id) => boss.ok(calls.undoSignedReceipts, { ids: [id], reason: '错' }),
    }
    const roads: Record<SignedReceiptState, readonly (keyof typeof acts)[]> = {
      toSign: [],
      recovered: ['recover'],
      sent: ['recover', 'send'],
      received: ['recover', 'send', 'receive'],
      returned: ['recover', 'send', 'receive', 'giveBack'],
      done: ['recover', 'send', 'receive', 'giveBack', 'finish'],
      abnormal: ['recover', 'setAbnormal'],
      lost: ['recover', 'lose'],
    }
    const { id, waybillNo } = await signed()
    const into = async (state: SignedReceiptState) => {
      await sql`update signed_receipt set state = 'toSign', outlet_id = null, recovered_outlet_id = null, recovered_at = null, sent_at = null,
        received_at = null, returned_at = null, done_at = null, before_abnormal = null, before_lost = null, send_batch_id = null, return_batch_id = null
        where id = ${id}`.execute(world.db)
      for (const step of roads[state]) expect(await acts[step](id)).toMatchObject({ done: 1 })
    }
    for (const state of signedReceiptStates) {
      await into(state)
      for (const action of Object.keys(acts) as (keyof typeof acts)[]) {
        // From away it is sent first.
        const fits =
          canStart(signedReceiptLifecycle, action, state) && !(action === 'giveBack' && state === 'recovered')
        const row = await rowOf(waybillNo)
        expect([state, action, isAble(row, action)]).toEqual([state, action, fits])
        const { done } = await acts[action](id)
        expect([state, action, done]).toEqual([state, action, fits ? 1 : 0])
        const { to } = signedReceiptLifecycle[action]
        if (!fits) expect(await stateNow(waybillNo)).toBe(state)
        else if (to !== 'derived') expect(await stateNow(waybillNo)).toBe(to)
        if (fits) await into(state)
      }
    }
    await into('abnormal')
    await acts.resolve(id)
    expect(await stateNow(waybillNo)).toBe('recovered')
    await acts.lose(id)
    await acts.undo(id)
    expect(await stateNow(waybillNo)).toBe('recovered')
  })

  it('[T29] a scan that comes twice counts once; nonsense, another’s and what is not signed are refused and leave nothing', async () => {
    const one = await signed()
    const { receiptNo } = await rowOf(one.waybillNo)
    const act = { actId: randomUUID(), roundId: randomUUID() }
    const [a, b] = await Promise.all([
      scan(away, 'recover', receiptNo.toLowerCase(), act),
      scan(away, 'recover', receiptNo.toLowerCase(), act),
    ])
    expect([a.error, b.error]).toEqual([undefined, undefined])
    expect((await eventsOf(one.waybillId)).filter((type) => type === 'receiptRecovered')).toHaveLength(1)
    expect((await scan(away, 'recover', one.waybillNo)).error?.reason).toBe('signedReceipts.wrongState')
    const other = await rowOf((await signed()).waybillNo)
    expect((await scan(away, 'recover', other.receiptNo, act)).error?.fields).toMatchObject([{ path: 'actId' }])
    expect((await away.refused(calls.undoReceiptScan, { actId: randomUUID() })).reason).toBe(
      'signedReceipts.notYourScan',
    )
    expect((await home.refused(calls.undoReceiptScan, { actId: act.actId })).reason).toBe('signedReceipts.notYourScan')
    await away.ok(calls.undoReceiptScan, { actId: act.actId })
    expect(await stateNow(one.waybillNo)).toBe('toSign')
    await away.ok(calls.undoReceiptScan, { actId: act.actId })
    expect((await scan(away, 'recover', `${one.waybillNo}-001`)).error).toBeUndefined()
    expect((await scan(away, 'send', receiptNo)).error?.fields).toMatchObject([{ path: 'toOutletId' }])
    const roundId = randomUUID()
    const second = await signed()
    await scan(away, 'recover', second.waybillNo)
    const send = (code: string, actId = randomUUID()) =>
      scan(away, 'send', code, { roundId, toOutletId: freight.hangzhou, actId })
    for (const sent of [await send(receiptNo, roundId), await send(second.waybillNo), await send(receiptNo, roundId)])
      expect(sent.data?.batch?.batchNo).toBe((await rowOf(one.waybillNo)).batchNo)
    const fresh = await asking()
    expect((await scan(home, 'recover', fresh.waybillNo)).error?.reason).toBe('signedReceipts.notSigned')
    for (const code of ['<script>', '=1+1', 'HD00000000000', '字'.repeat(60)])
      expect((await scan(home, 'recover', code)).error?.reason).toBe('signedReceipts.unknown')
    const stranger = await world.outlet('西宁站')
    const outside = await world.person('outside', {
      scope: 'outlet',
      companies: [stranger],
      outletId: stranger,
      rights: { receiptList: 'edit' },
    })
    expect((await scan(outside.client, 'receive', receiptNo)).error?.reason).toBe('signedReceipts.unknown')
    expect((await outside.client.ok(calls.getSignedReceipts, { q: one.waybillNo })).rows).toEqual([])
  })
})

describe('lists of what goes out together', () => {
  const printed = async (client: Client, type: 'receiptSending' | 'receiptReturn', id: number) => {
    const batch = await client.ok(printing.startPrintBatch, { type, ids: [id], way: 'pdf' })
    const pdf = await downloadPdf(client, printing.getBatchPdf, { id: batch.id })
    await client.ok(printing.nextOfBatch, { id: batch.id, holder: 'w' })
    await client.ok(printing.confirmPrinted, { id: batch.id, holder: 'w', to: 1 })
    return pdf
  }

  it('[T29] what is sent to an outlet has its list with the parcel, at once and later from the row; who sees none of it gets none', async () => {
    const [one, other] = [await signed(), await signed()]
    const ids = [one.id, other.id]
    await away.ok(calls.recoverSignedReceipts, { ids })
    const sent = await away.ok(calls.sendSignedReceipts, { ids, toOutletId: freight.hangzhou, expressNo: 'SF10086' })
    const [batch] = sent.batches
    expect(sent.batches).toHaveLength(1)
    expect(await rowOf(one.waybillNo)).toMatchObject({ sendBatch: batch, returnBatch: null })
    const id = batch?.id as number
    const { name, pages } = await printed(boss, 'receiptSending', id)
    expect(name).toBe(`回单寄出清单 ${batch?.batchNo}.pdf`)
    const receipts = [await rowOf(one.waybillNo), await rowOf(other.waybillNo)]
    expect(pages[0]).toEqual(
      expect.arrayContaining([
        ...receipts.flatMap(({ receiptNo, waybillNo }) => [receiptNo, waybillNo]),
        ...['回单寄出清单', 'SF10086', '交出人签字', '接收人签字', '合计', '4'],
      ]),
    )
    const again = await printed(boss, 'receiptSending', id)
    expect(again.pages[0]).toContain('补打 1')
    expect((await boss.refused(printing.previewPrint, { type: 'receiptReturn', id })).reason).toBe('kernel.notFound')
    const nobody = await world.outlet('银川站')
    const outside = { scope: 'outlet' as const, companies: [nobody], outletId: nobody, rights: 'all' as const }
    const stranger = (await world.person('lister', outside)).client
    const own = { scope: 'customer' as const, companies: [freight.yunfan], rights: 'all' as const }
    const account = (await world.person('own lister', own)).client
    for (const client of [stranger, account])
      expect(
        (await client.refused(printing.startPrintBatch, { type: 'receiptSending', ids: [id], way: 'pdf' })).reason,
      ).toBe('kernel.notFound')
  })

  it('[T29] what is returned has a list for each customer, and a scanned sitting says its batch', async () => {
    const mine = await signed()
    const hers = await signed({ customerId: freight.hengda })
    const ids = [mine.id, hers.id]
    await home.ok(calls.recoverSignedReceipts, { ids })
    const { batches } = await home.ok(calls.giveBackSignedReceipts, { ids })
    expect(batches).toHaveLength(2)
    const lists = await Promise.all(
      batches.map(async ({ id }) => (await printed(boss, 'receiptReturn', id)).pages.flat()),
    )
    const ofMine = lists.filter((texts) => texts.includes(mine.waybillNo))
    expect(ofMine).toHaveLength(1)
    expect(ofMine[0]).toContain('返单清单')
    expect(ofMine[0]).not.toContain(hers.waybillNo)
    const third = await signed()
    await home.ok(calls.recoverSignedReceipts, { ids: [third.id] })
    const { data } = await scan(home, 'giveBack', third.waybillNo)
    expect(data?.batch).toEqual((await rowOf(third.waybillNo)).returnBatch)
  })
})

describe('[RT-16/receiptList] e-POD', () => {
  const epodOf = (client: Client, waybillId: number) => downloadPdf(client, getEpod, { waybillId })
  const images = async (client: Client, waybillId: number) => {
    const response = await client.fetch(`${getEpod.path}?waybillId=${waybillId}`)
    return (
      Buffer.from(await response.arrayBuffer())
        .toString('latin1')
        .match(/\/Subtype \/Image/g)?.length ?? 0
    )
  }
  const hisOther = async () =>
    (
      await world.person(`of hengda ${randomUUID()}`, {
        scope: 'customer',
        companies: [freight.hengda],
        rights: { receiptList: 'browse', allWayBill: 'browse' },
      })
    ).client
  /** Where the row, the waybill's page and the call agree that there is none. */
  const none = async (waybillNo: string, waybillId: number, reason: string) => {
    const { actions } = await rowOf(waybillNo)
    expect(actions.find(({ key }) => key === 'epod')?.reason).toContain(waybillNo)
    expect((await boss.ok(waybills.getWaybill, { id: waybillId })).noEpod).toContain(waybillNo)
    const answer = await boss.fetch(`${getEpod.path}?waybillId=${waybillId}`)
    expect(((await answer.json()) as { error: { reason: string } }).error.reason).toBe(reason)
  }

  it('says parties, pieces, who signed and how, with the photos of signing and paper; its customer reads the same, another meets no such record', async () => {
    const made = await asking({ remarkCustomer: '送三楼', remarkInternal: '难缠' })
    await none(made.waybillNo, made.id, 'signedReceipts.noSigning')
    await checkInAndSign(made.id, { signed: 1, refused: 1, refuseReason: '外箱压扁', damaged: 1 })
    await none(made.waybillNo, made.id, 'signedReceipts.noProof')
    await boss.ok(waybills.undoWaybill, { id: made.id, reason: '重签' })
    await boss.ok(waybills.signWaybill, {
      ...{
        id: made.id,
        signed: 1,
        refused: 1,
        refuseReason: '外箱压扁',
        damaged: 1,
        signer: '陈国强',
        signedAt: ago(0),
      },
      ...{ noCodeReason: '本人到场', files: [await photo()] },
    })
    const { id, receiptNo } = await made.receipt()
    await boss.ok(addAttachments, { entity: 'signedReceipt', entityId: id, files: [await photo(png, '内部.png')] })
    await boss.ok(calls.addReceiptPhotos, { id, files: [await photo()] })
    const ours = await epodOf(boss, made.id)
    expect(ours.name).toBe(`电子回单 ${made.waybillNo}.pdf`)
    const texts = ours.pages.flat()
    const { shipper, consignee } = await boss.ok(waybills.getWaybill, { id: made.id })
    for (const word of [
      receiptNo,
      shipper.name,
      consignee.name,
      '陈国强',
      '自提 · 无提货码：本人到场',
      '外箱压扁',
      '送三楼',
    ])
      expect(texts.join(' ')).toContain(word)
    expect(texts).toEqual(expect.arrayContaining([`电子回单 ${made.waybillNo}`, `回单照片 ${receiptNo}`]))
    expect(texts.join(' ')).not.toMatch(/难缠|内部/)
    expect((await boss.ok(waybills.getWaybill, { id: made.id })).noEpod).toBeNull()
    const his = await epodOf(customer.client, made.id)
    expect(his.pages).toEqual(ours.pages)
    expect((await rowOf(made.waybillNo, customer.client)).actions).toEqual([{ key: 'epod' }])
    expect((await customer.client.ok(calls.getSignedReceipt, { no: receiptNo })).files.map(({ Name }) => Name)).toEqual(
      ['回单.png'],
    )
    // A photo of 1 pixel with transparency is two images in the file; the internal one is none.
    expect(await images(boss, made.id)).toBe(await images(customer.client, made.id))
    expect((await epodOf(await hisOther(), made.id)).code).toBe(404)
    const english = await world.person('reader', { rights: { receiptList: 'browse', allWayBill: 'browse' } })
    const response = await english.client.fetch(`${getEpod.path}?waybillId=${made.id}`, {
      headers: { 'accept-language': 'en' },
    })
    expect(textsOf(Buffer.from(await response.arrayBuffer())).flat()).toContain(`e-POD ${made.waybillNo}`)
  })

  it('names a photo that cannot be drawn, as one that is broken or of another kind, and draws the rest', async () => {
    const made = await asking()
    // Its parts are whole, its pixels are not.
    const broken = Buffer.from(png).fill(7, 43, 50)
    const torn = png.subarray(0, 50)
    const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 '), Buffer.alloc(40)])
    const files = [
      await photo(broken, '坏了.png'),
      await photo(torn, '半张.png'),
      await photo(webp, '网页.webp'),
      await photo(),
    ]
    await checkInAndSign(made.id, { files })
    const { pages } = await epodOf(boss, made.id)
    expect(pages.flat()).toEqual(
      expect.arrayContaining(['这张照片打不开：坏了.png', '这张照片打不开：半张.png', '这张照片打不开：网页.webp']),
    )
    expect(await images(boss, made.id)).toBeGreaterThan(0)
  })

  it('[D-01] many come in one ZIP by a job, for the office and for the customer of his own; what has none is named in it, 501 are a wrong field', async () => {
    const proved = [await signed({}), await signed({})]
    for (const { id } of proved) await boss.ok(calls.addReceiptPhotos, { id, files: [await photo()] })
    const bare = await signed()
    const hers = await signed({ customerId: freight.hengda })
    const waybillIds = [...proved, bare].map((one) => one.waybillId)
    const zipOf = async (client: Client) => {
      const { id } = await client.ok(packEpods, { waybillIds })
      const mine = async () => (await client.ok(getMyJobs, {})).find((job) => job.id === id)
      await expect.poll(async () => (await mine())?.state, { timeout: 60_000, interval: 50 }).toBe('done')
      const job = await mine()
      expect(job).toMatchObject({ kind: 'epods', done: 3, total: 3, fileName: '电子回单 2.zip' })
      const bytes = Buffer.from(await (await client.fetch(job?.fileUrl as string)).arrayBuffer())
      const entries = new Map<string, Buffer>()
      const zip = await fromBufferPromise(bytes)
      for await (const entry of zip.eachEntry())
        entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
      return entries
    }
    for (const client of [boss, customer.client]) {
      const entries = await zipOf(client)
      const names = proved.map(({ waybillNo }) => `电子回单 ${waybillNo}.pdf`)
      expect([...entries.keys()].sort()).toEqual([...names, '没有生成的电子回单.txt'].sort())
      for (const name of names) expect(textsOf(entries.get(name) as Buffer).flat()).toContain(name.replace('.pdf', ''))
      expect(entries.get('没有生成的电子回单.txt')?.toString()).toContain(bare.waybillNo)
    }
    expect(await readdir(path.join(world.dataDir, 'jobs'))).toEqual([])
    const foreign = { waybillIds: [...waybillIds, hers.waybillId] }
    expect((await customer.client.refused(packEpods, foreign)).reason).toBe('kernel.notFound')
    expect((await boss.refused(packEpods, { waybillIds: [bare.waybillId] })).reason).toBe('signedReceipts.noProof')
    const clerk = await world.person('no receipts', { rights: { allWayBill: 'browse' } })
    expect((await clerk.client.refused(packEpods, { waybillIds })).reason).toBe('kernel.forbidden')
    const tooMany = Array.from({ length: 501 }, (_, at) => at + 1)
    expect((await boss.refused(packEpods, { waybillIds: tooMany })).fields).toMatchObject([{ path: 'waybillIds' }])
  })
})

describe('closing', () => {
  const days = async (value: number) => {
    const { version } = await boss.ok(closing.getClosingSetting, {})
    await boss.ok(closing.changeClosingSetting, { days: value, version })
  }
  const closeNow = () => boss.ok(closing.closeWaybills, {})
  const ended = (id: number, hours: number) =>
    sql`update waybill set ended_at = ended_at - ${hours} * interval '1 hour' where id = ${id}`.execute(world.db)
  const is = async (id: number) => (await stateOf(world, id)).state

  it('[T12] closed three days after the end, once the receipt is done and no case or complaint is open; a new case opens it', async () => {
    const { id, waybillNo } = await asking()
    const outlet = await world.outlet('兰州站')
    const seesNothing = { scope: 'outlet' as const, companies: [outlet], outletId: outlet }
    const stranger = (await world.person('stranger', { ...seesNothing, rights: 'all' })).client
    await checkInAndSign(id)
    await ended(id, 71)
    const { id: receiptId } = await rowOf(waybillNo)
    await home.ok(calls.recoverSignedReceipts, { ids: [receiptId] })
    await home.ok(calls.giveBackSignedReceipts, { ids: [receiptId] })
    await home.ok(calls.finishSignedReceipts, { ids: [receiptId] })
    await closeNow()
    expect(await is(id)).toBe('signed')
    await ended(id, 2)
    const complaint = await boss.ok(complaints.addComplaint, {
      waybillNo,
      complainant: '王',
      phone: '13800138000',
      channel: 'phone',
      category: 'late',
      urgency: 1,
      text: '晚到',
    } as never)
    await closeNow()
    expect(await is(id)).toBe('signed')
    await sql`update complaint set state = 'done' where id = ${complaint.id}`.execute(world.db)
    await boss.ok(calls.undoSignedReceipts, { ids: [receiptId], reason: '没收到' })
    await closeNow()
    expect(await is(id)).toBe('signed')
    await home.ok(calls.finishSignedReceipts, { ids: [receiptId] })
    expect(await stranger.ok(closing.countDueWaybills, {})).toEqual({ due: 0 })
    expect(await stranger.ok(closing.closeWaybills, {})).toEqual({ closed: 0 })
    const { due } = await boss.ok(closing.countDueWaybills, {})
    expect(due).toBeGreaterThan(0)
    expect(await closeNow()).toEqual({ closed: due })
    expect(await boss.ok(closing.countDueWaybills, {})).toEqual({ due: 0 })
    expect(await is(id)).toBe('closed')
    expect(await eventsOf(id)).toContain('closed')
    const { id: caseId } = await boss.ok(cases.addAbnormal, {
      waybillNo,
      type: 'damaged',
      happenedAt: ago(1),
      pieces: 1,
      text: '开箱破损',
    })
    expect(await is(id)).toBe('signed')
    await closeNow()
    expect(await is(id)).toBe('signed')
    const { version } = await boss.ok(cases.getAbnormal, { id: caseId })
    await boss.ok(cases.closeAbnormal, { id: caseId, version, dealing: 'none', result: '外箱而已' })
    await closeNow()
    expect(await is(id)).toBe('closed')
    await boss.ok(calls.undoSignedReceipts, { ids: [receiptId], reason: '又没收到' })
    expect(await is(id)).toBe('signed')
    expect((await eventsOf(id)).filter((type) => type === 'reopened')).toHaveLength(2)
  })

  it('[T12] with 0 days it is closed with the act that ends it; undoing the signing opens it, and its pieces are live again', async () => {
    await days(0)
    const { id } = await freight.waybill(home, 2, { deliveryWay: 'selfPickup', destOutletId: freight.guangzhou })
    await checkInAndSign(id)
    expect(await is(id)).toBe('closed')
    await boss.ok(waybills.undoWaybill, { id, reason: '签错' })
    expect(await is(id)).toBe('awaitingPickup')
    const paper = await asking()
    await checkInAndSign(paper.id)
    expect(await is(paper.id)).toBe('signed')
    await boss.ok(calls.loseSignedReceipts, { ids: [(await paper.receipt()).id], reason: '找不到' })
    expect(await is(paper.id)).toBe('closed')
    const part = await freight.waybill(home, 2, { deliveryWay: 'selfPickup', destOutletId: freight.guangzhou })
    await checkInAndSign(part.id, { signed: 1, refused: 1, refuseReason: '破损' })
    expect(await is(part.id)).toBe('partSigned')
    await days(3)
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
async function photo(bytes = png, name = '回单.png', client = boss): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await client.fetch('/api/FileUpload/FileUpload', { method: 'POST', body: form })
  return ((await response.json()) as { data: { FileID: number } }).data.FileID
}
