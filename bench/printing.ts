import { presetLayout } from '@xunyun/contract/printing/presets'
import type { Page } from '../server/src/modules/printing/engine/marks.ts'
import { pagesOf } from '../server/src/modules/printing/engine/pages.ts'
import type { Paper } from '../server/src/modules/printing/engine/paper.ts'
import { toPdf } from '../server/src/modules/printing/engine/pdf.ts'
import { toSvg } from '../server/src/modules/printing/engine/svg.ts'
import type { Bench } from './calls.ts'
import { median, time } from './load.ts'
import type { Row } from './scenarios.ts'
import { full } from './smoke.ts'

const count = full(1000, 20)
const paperOf = (piece: number): Paper => {
  const no = `YD26112000012-${String(piece).padStart(3, '0')}`
  return {
    no,
    barcode: no,
    qr: no,
    reprint: 0,
    tables: {},
    fields: {
      company: '杭州迅运物流有限公司',
      piece: `${piece} / ${count}`,
      fromCity: '杭州',
      toCity: '广州',
      consigneeName: '陈国强',
      consigneePhone: '139 2210 4475',
      consigneeAddress: '广东省广州市白云区 太和镇石湖路 88 号 A 区 12 仓',
      goodsName: '电子配件',
      weight: '486 kg',
      deliveryWay: '送货',
      remark: '轻放，防潮',
      outletName: '杭州总站',
      printedAt: '2026-11-20 18:05',
    },
  }
}
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** 1,000 labels of 100 × 180 mm, laid out and drawn both ways; the limit draws what was laid out before. */
export async function printing(bench: Bench): Promise<Row[]> {
  bench.say('1,000 labels')
  const layout = presetLayout('label', '100x180')
  const lay = () => Array.from({ length: count }, (_, at) => pagesOf(layout, paperOf(at + 1))[0] as Page)
  // The fonts are read once in the life of a process.
  lay()
  const size = async (pages: readonly Page[]) => {
    let bytes = 0
    for await (const part of toPdf('labels', pages)) bytes += (part as Buffer).length
    return bytes
  }
  await size(lay().slice(0, 50))
  const timed = async <T>(run: () => Promise<T> | T) => {
    const took: number[] = []
    let value = await run()
    for (let round = 0; round < full(3, 1); round += 1) {
      const began = performance.now()
      value = await run()
      took.push(performance.now() - began)
    }
    return { ms: median(took), value }
  }
  const svg = await timed(() => lay().reduce((sum, page) => sum + toSvg(page).length, 0))
  const pages = lay()
  const onlySvg = await timed(() => pages.reduce((sum, page) => sum + toSvg(page).length, 0))
  const before = process.memoryUsage.rss()
  const pdf = await timed(() => size(lay()))
  const grown = (process.memoryUsage.rss() - before) / 2 ** 20
  const onlyPdf = await timed(() => size(pages))
  return [
    ...(await lists(bench)),
    {
      name: '1,000 labels laid out and drawn as SVG',
      ours: `${seconds(svg.ms)}, ${(svg.value / 2 ** 20).toFixed(1)} MB`,
      limit: `${seconds(onlySvg.ms)} (drawing alone)`,
      ratio: (onlySvg.ms / svg.ms).toFixed(2),
      aim: '≤ 3 s',
    },
    {
      name: '1,000 labels laid out and written as one PDF',
      ours: `${seconds(pdf.ms)}, ${(pdf.value / 2 ** 20).toFixed(1)} MB, +${Math.max(0, grown).toFixed(0)} MB of memory`,
      limit: `${seconds(onlyPdf.ms)} (writing alone)`,
      ratio: (onlyPdf.ms / pdf.ms).toFixed(2),
      aim: '≤ 5 s',
    },
  ]
}

/** What is not printed yet, where nine in ten were: the list begins with the oldest, behind all that was printed. */
async function lists(bench: Bench): Promise<Row[]> {
  bench.say('what is to be printed')
  await bench.pool.query(
    `insert into print_count (type, record_id, count, last_at, last_by) select 'waybill', id, 1, now(), 'bench'
     from (select id from waybill order by created_at limit (select count(*) * 9 / 10 from waybill)) w on conflict do nothing`,
  )
  await bench.pool.query('analyze print_count')
  const ms = (value: number) => `${value.toFixed(0)} ms`
  const rows: Row[] = []
  for (const [name, call] of [
    ['not printed, oldest first, behind all that was', 'GetPrintWaybills'],
    ['not printed: totals and tabs', 'GetPrintWaybillTotals'],
  ] as const) {
    const todo = await time(`${bench.ours}/api/Printing/${call}?type=waybill&tab=todo`, { token: bench.token }, 5)
    const all = await time(`${bench.ours}/api/Printing/${call}?type=waybill`, { token: bench.token }, 5)
    rows.push({ name, ours: ms(todo), limit: `${ms(all)} (all)`, ratio: (todo / all).toFixed(2), aim: '—' })
  }
  return rows
}
