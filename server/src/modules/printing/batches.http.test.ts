import * as calls from '@xunyun/contract/printing/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { type Client, countRows, openWorld, type World } from '../../../test/world.ts'
import { dropOldSheets } from './counts.ts'

let world: World
let freight: Freight
let clerk: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  clerk = (await world.person('clerk', { rights: { printDocuments: 'browse', taskList: 'edit' } })).client
})
afterAll(() => world.close())

const placed = (pieces: number) => freight.waybill(clerk, pieces)
const start = (ids: number[], over: Record<string, unknown> = {}) =>
  clerk.ok(calls.startPrintBatch, { type: 'label', ids, way: 'service', template: 'label.100x150', ...over })
const next = (id: number, holder: string, over: Record<string, unknown> = {}) =>
  clerk.ok(calls.nextOfBatch, { id, holder, ...over })
const rowOf = async (type: 'waybill' | 'label' | 'receipt', id: number) =>
  (await clerk.ok(calls.getPrintWaybills, { type, ids: [id] })).rows[0]

/** Prints a batch as a window does: what it is given goes to the tray, then it says so. Stops after so many sheets. */
async function printAs(holder: string, id: number, tray: string[], until = Number.POSITIVE_INFINITY) {
  for (;;) {
    const { sheets, state } = await next(id, holder, { size: 50 })
    if (state !== 'open' || sheets.length === 0) return
    for (const { seq, no } of sheets) {
      if (tray.length >= until) return
      tray.push(no)
      expect(seq).toBe(tray.length)
    }
    await clerk.ok(calls.confirmPrinted, { id, holder, to: tray.length })
  }
}

describe('a batch of labels', () => {
  it('[PR-04] 1,000 labels come out in order, none lost and none doubled, also when the window crashes half way', async () => {
    const { id, waybillNo } = await placed(1000)
    const batch = await start([id])
    expect(batch.total).toBe(1000)
    const tray: string[] = []
    await printAs('first', batch.id, tray, 472)
    // The window is gone: 22 labels came out that nobody confirmed, and 28 of its sheets never did.
    expect((await clerk.ok(calls.getPrintBatches, {})).find((one) => one.id === batch.id)).toMatchObject({ done: 450 })
    expect((await clerk.refused(calls.nextOfBatch, { id: batch.id, holder: 'second' })).reason).toBe(
      'printing.batchHeld',
    )
    const again = await next(batch.id, 'second', { take: true })
    expect(again).toMatchObject({ doubt: { from: 451, to: 500 }, sheets: [] })
    // Nothing more is handed out before a person has looked into the tray.
    expect((await next(batch.id, 'second')).doubt).toEqual({ from: 451, to: 500 })
    expect(await clerk.ok(calls.settleBatch, { id: batch.id, holder: 'second', to: 472 })).toMatchObject({ done: 472 })
    await printAs('second', batch.id, tray)
    expect(tray).toEqual(Array.from({ length: 1000 }, (_, at) => `${waybillNo}-${String(at + 1).padStart(3, '0')}`))
    expect(await rowOf('label', id)).toMatchObject({ printCount: 1, printedBy: 'clerk' })
    expect(await clerk.ok(calls.getPrintLog, { type: 'label', id })).toMatchObject([
      { pieceFrom: 1, pieceTo: 1000, reprint: 0, whole: true, way: 'service', byName: 'clerk' },
    ])
    expect(await clerk.ok(calls.getPrintBatches, {})).toEqual([])
  })

  it('[PR-04] two windows on one batch: one prints, the other is told; taken over, the first one stops', async () => {
    const { id } = await placed(30)
    const batch = await start([id])
    const first = await next(batch.id, 'left', { size: 10 })
    expect(first.sheets.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect((await clerk.refused(calls.nextOfBatch, { id: batch.id, holder: 'right' })).msg).toBe(
      '另一个窗口正在打印这一批（0/30）',
    )
    await next(batch.id, 'right', { take: true })
    expect((await clerk.refused(calls.confirmPrinted, { id: batch.id, holder: 'left', to: 10 })).reason).toBe(
      'printing.batchTaken',
    )
    await clerk.ok(calls.settleBatch, { id: batch.id, holder: 'right', to: 4 })
    const rest = await next(batch.id, 'right', { size: 100 })
    expect(rest.sheets.map(({ seq }) => seq)).toEqual(Array.from({ length: 26 }, (_, at) => at + 5))
  })

  it('[PR-04] both windows at once, however they race: every sheet is handed out to one of them alone', async () => {
    const { id } = await placed(200)
    const batch = await start([id])
    const given: number[] = []
    await Promise.all(
      ['left', 'right'].map(async (holder) => {
        for (let turn = 0; turn < 10; turn += 1) {
          const answer = await clerk.send(calls.nextOfBatch, { id: batch.id, holder, size: 10 })
          if (answer.code === 200) given.push(...answer.data.sheets.map(({ seq }) => seq))
        }
      }),
    )
    expect([...given].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
  })

  it('[PR-04] the same word said twice counts once, and nothing is confirmed that was not handed out', async () => {
    const { id } = await placed(5)
    const batch = await start([id])
    expect((await clerk.refused(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 1 })).reason).toBe(
      'printing.batchTaken',
    )
    await next(batch.id, 'w', { size: 3 })
    expect((await clerk.refused(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 4 })).reason).toBe(
      'printing.outOfOrder',
    )
    const words = await Promise.all(
      [1, 2, 3].map(() => clerk.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 3 })),
    )
    expect(words.map(({ done }) => done)).toEqual([3, 3, 3])
    await next(batch.id, 'w')
    await clerk.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 5 })
    expect(await clerk.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 5 })).toMatchObject({ state: 'done' })
    expect(await rowOf('label', id)).toMatchObject({ printCount: 1 })
  })

  it('[PR-04] a batch that is ended half way does not count, but the log says what came out', async () => {
    const { id } = await placed(6)
    const batch = await start([id])
    await next(batch.id, 'w', { size: 2 })
    await clerk.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 2 })
    expect(await clerk.ok(calls.stopPrintBatch, { id: batch.id })).toMatchObject({ state: 'stopped', done: 2 })
    expect(await rowOf('label', id)).toMatchObject({ printCount: 0 })
    expect(await clerk.ok(calls.getPrintLog, { type: 'label', id })).toMatchObject([
      { pieceFrom: 1, pieceTo: 2, whole: false },
    ])
    expect((await clerk.refused(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 3 })).reason).toBe(
      'printing.batchEnded',
    )
  })

  it('[PR-04] a range of pieces, copies side by side, and a mark on every reprint', async () => {
    const { id, waybillNo } = await placed(10)
    const batch = await start([id], { pieceFrom: 9, pieceTo: 40, copies: 2 })
    expect(batch.total).toBe(4)
    const { sheets } = await next(batch.id, 'w')
    expect(sheets.map(({ no }) => no)).toEqual(['009', '009', '010', '010'].map((piece) => `${waybillNo}-${piece}`))
    expect(sheets[0]?.pages[0]?.svg).not.toContain('补打')
    await clerk.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 4 })
    const second = await start([id], { pieceFrom: 9, pieceTo: 9 })
    expect((await next(second.id, 'w')).sheets[0]?.pages[0]?.svg).toContain('补打 1')
    expect(
      (await clerk.refused(calls.startPrintBatch, { type: 'label', ids: [id], way: 'pdf', pieceFrom: 11 })).fields,
    ).toMatchObject([{ path: 'pieceFrom', reason: 'printing.noPieces' }])
    expect(
      (await clerk.refused(calls.startPrintBatch, { type: 'label', ids: [id], way: 'pdf', pieceFrom: 5, pieceTo: 2 }))
        .fields,
    ).toMatchObject([{ path: 'pieceTo', reason: 'printing.range' }])
  })

  it('a month later its sheets are gone, and what was printed is still counted', async () => {
    const { id } = await placed(2)
    const batch = await start([id])
    await next(batch.id, 'w')
    await clerk.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 2 })
    const old = new Date(Date.now() - 31 * 86_400_000).toISOString()
    await world.db.updateTable('print_batch').set({ created_at: old }).where('id', '=', batch.id).execute()
    const before = await countRows(world.db, 'print_sheet')
    await dropOldSheets(world.db as never)
    expect(before - (await countRows(world.db, 'print_sheet'))).toBe(2)
    expect(await rowOf('label', id)).toMatchObject({ printCount: 1 })
  })

  it('too many sheets are refused before anything is printed', async () => {
    const [a, b] = [await placed(3000), await placed(3000)]
    expect((await clerk.refused(calls.startPrintBatch, { type: 'label', ids: [a.id, b.id], way: 'pdf' })).msg).toBe(
      '一次最多打印 5,000 张，现在是 6,000 张',
    )
  })
})

describe('a batch as a PDF', () => {
  it('[PR-04] what the print service left goes on as a PDF, without what came out already', async () => {
    const { id } = await placed(7)
    const batch = await start([id])
    await next(batch.id, 'w', { size: 3 })
    await clerk.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 3 })
    expect((await next(batch.id, 'w', { size: 0 })).sheets).toEqual([])
    await clerk.ok(calls.settleBatch, { id: batch.id, holder: 'w', to: 3, way: 'pdf' })
    const answer = await clerk.fetch(`${calls.getBatchPdf.path}?id=${batch.id}`)
    expect(
      Buffer.from(await answer.arrayBuffer())
        .toString('latin1')
        .match(/\/Type \/Page\n/g),
    ).toHaveLength(4)
    expect(await clerk.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 7 })).toMatchObject({ state: 'done' })
    expect(await clerk.ok(calls.getPrintLog, { type: 'label', id })).toMatchObject([{ way: 'pdf', whole: true }])
  })

  it('[PR-04] holds every sheet in order, as large as its paper, and confirms nothing by itself', async () => {
    const { id, waybillNo } = await placed(450)
    const batch = await start([id], { way: 'pdf', template: 'label.76x130' })
    const answer = await clerk.fetch(`${calls.getBatchPdf.path}?id=${batch.id}`)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(waybillNo)
    const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(450)
    expect(await rowOf('label', id)).toMatchObject({ printCount: 0 })
    await clerk.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 450 })
    expect(await rowOf('label', id)).toMatchObject({ printCount: 1 })
  })
})
