import { inflateSync } from 'node:zlib'
import { itemsOf, type Layout, mapItems } from '@xunyun/contract/printing/layout'
import { presetLayout, presetOf, presetRefs } from '@xunyun/contract/printing/presets'
import bwip from 'bwip-js/node'
import QRCode from 'qrcode'
import { describe, expect, it } from 'vitest'
import { decode128 } from '../../../../test/barcodes.ts'
import { barsIn, code128, qrIn, qrModules } from './codes.ts'
import { emsOf, faceOf, fontFiles, missingFonts, readFace } from './fonts.ts'
import type { Mark, Page } from './marks.ts'
import { pagesOf } from './pages.ts'
import type { Paper } from './paper.ts'
import { toPdf } from './pdf.ts'
import { toSvg } from './svg.ts'
import { fitLines } from './text.ts'
import { cut, wrap } from './wrap.ts'

const long =
  '浙江省杭州市余杭区 仓前街道良睦路1399号梦想小镇互联网村12幢3层东侧物流收发室（请从南门进，先电话联系）'.repeat(2)
const paper: Paper = {
  no: 'YD26112000012',
  barcode: 'PC26112000012',
  qr: 'https://tms.example.com/verify/YD26112000012/8f3a21bc',
  reprint: 0,
  fields: Object.fromEntries(
    presetRefs.flatMap((ref) => itemsOf(presetOf(ref)?.layout as Layout).map(({ field }) => [field, long])),
  ),
  tables: {
    goods: {
      rows: Array.from({ length: 30 }, (_, at) => ({
        name: `${long}${at}`,
        package: '纸箱',
        pieces: '40',
        weight: '1',
      })),
      total: { pieces: '1200' },
      flows: false,
    },
    lines: {
      rows: Array.from({ length: 130 }, (_, at) => ({ seq: String(at + 1), waybillNo: `YD2611200${1000 + at}` })),
      total: { pieces: '130' },
      flows: true,
    },
  },
}
const texts = ({ marks }: Page) => marks.filter((mark) => mark.kind === 'text')
const edges = (mark: Mark): [number, number, number, number][] =>
  mark.kind === 'text'
    ? [[mark.x, mark.y - mark.size * 0.9, mark.x + mark.width, mark.y + mark.size * 0.15]]
    : mark.kind === 'line'
      ? [[mark.x1, mark.y1, mark.x2, mark.y2]]
      : mark.kind === 'picture'
        ? [[mark.x, mark.y, mark.x + mark.width, mark.y + mark.height]]
        : mark.boxes.map(([x, y, width, height]) => [x, y, x + width, y + height] as [number, number, number, number])

describe('breaking lines', () => {
  it('breaks between Chinese characters, never before a closing sign or after an opening one, never inside a number', () => {
    expect(wrap('收货人签字前请当面清点，签字后视为完好。', 'regular', 11)).toEqual([
      '收货人签字前请当面清',
      '点，签字后视为完好。',
    ])
    expect(wrap('电话联系（南门）', 'regular', 5)).toEqual(['电话联系', '（南门）'])
    expect(wrap('单号YD26112000012请核对', 'regular', 8.2)).toEqual(['单号', 'YD26112000012', '请核对'])
    expect(wrap('two words and more', 'regular', 5)).toEqual(['two words', 'and more'])
    expect(wrap('一\n二', 'regular', 9)).toEqual(['一', '二'])
  })

  it('a line that has to be cut says so, and is no wider than its room', () => {
    const said = cut('广州市白云区太和镇石湖路', 'bold', 6)
    expect(said).toBe('广州市白云…')
    expect(emsOf(said, 'bold')).toBeLessThanOrEqual(6)
  })

  it('text is set smaller before it is cut, and a number smaller before it is torn apart', () => {
    const area = { x: 0, y: 0, width: 30, height: 5 }
    const one = fitLines('杭州云帆电子有限公司', { size: 12, weight: 'regular' }, area)
    expect(one.lines.join('')).toBe('杭州云帆电子有限公司')
    expect(one.size).toBeLessThan(12)
    expect(fitLines('YD26112000012', { size: 14, weight: 'bold' }, { ...area, width: 24, height: 20 }).lines).toEqual([
      'YD26112000012',
    ])
  })
})

describe('every template of the product', () => {
  it.each(presetRefs)('%s keeps everything on the paper, however long the words are', (ref) => {
    const layout = presetOf(ref)?.layout as Layout
    for (const page of pagesOf(layout, { ...paper, reprint: 3 })) {
      // A label of 60 × 40 has a handful of texts and its code.
      expect(page.marks.length).toBeGreaterThan(layout.paper.height > 50 ? 20 : 5)
      for (const mark of page.marks)
        for (const [left, top, right, bottom] of edges(mark)) {
          expect(left).toBeGreaterThanOrEqual(-0.01)
          expect(top).toBeGreaterThanOrEqual(-0.3)
          expect(right).toBeLessThanOrEqual(layout.paper.width + 0.01)
          expect(bottom).toBeLessThanOrEqual(layout.paper.height + 0.01)
        }
    }
  })

  it('a waybill is one page and counts what it has no room for; a loading list goes on, its total on the last page', () => {
    const [sheet, ...more] = pagesOf(presetLayout('waybill', 'a5'), paper)
    expect(more).toEqual([])
    expect(texts(sheet as Page).some(({ text }) => /^另有 \d+ 项$/.test(text))).toBe(true)
    expect(texts(sheet as Page).some(({ text }) => text === '1200')).toBe(true)
    const pages = pagesOf(presetLayout('loading', 'a4'), paper)
    expect(pages.length).toBeGreaterThan(2)
    const numbers = pages.flatMap((page) =>
      texts(page).flatMap(({ text }) => text.match(/^YD2611200(\d{4})$/)?.[1] ?? []),
    )
    expect(numbers).toEqual(Array.from({ length: 130 }, (_, at) => String(1000 + at)))
    expect(pages.map((page) => texts(page).some(({ text }) => text === '合计'))).toEqual(
      pages.map((_, at) => at === pages.length - 1),
    )
    expect(texts(pages[1] as Page).some(({ text }) => text === `第 2 / ${pages.length} 页`)).toBe(true)
  })

  it('an agreement with more stops than a page has room for goes on, and is signed on every page', () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({ seq: String(at + 1), place: `站点${at}`, address: long }))
    const pages = pagesOf(presetLayout('agreement', 'a4'), { ...paper, tables: { stops: { rows, flows: true } } })
    expect(pages.length).toBeGreaterThan(1)
    pages.forEach((page, at) => {
      const said = texts(page).map(({ text }) => text)
      for (const word of ['甲方（签字或盖章）', '乙方（签字或盖章）', `第 ${at + 1} / ${pages.length} 页`])
        expect(said).toContain(word)
    })
    expect(pages.flatMap((page) => texts(page).filter(({ text }) => /^站点\d+$/.test(text)))).toHaveLength(40)
  })

  it('[PR-04] a reprint has its mark, whatever a template switches off; the first print has none', () => {
    const bare = mapItems(presetLayout('label', '100x180'), (item) => ({ ...item, on: item.field === 'barcode' }))
    const marked = (reprint: number) =>
      texts(pagesOf(bare, { ...paper, reprint })[0] as Page).some(({ text }) => text === `补打 ${reprint}`)
    expect([marked(0), marked(2)]).toEqual([false, true])
  })

  it('what is switched off gives its room to its neighbours, and the offset moves everything', () => {
    const layout = presetLayout('waybill', 'a5')
    const widthOf = (given: Layout) =>
      texts(pagesOf(given, { ...paper, fields: { payMethod: '到付', deliveryWay: '自提' } })[0] as Page).find(
        ({ text }) => text === '自提',
      )?.x
    const without = mapItems(layout, (item) => ({ ...item, on: item.field !== 'payMethod' && item.on }))
    expect(widthOf(without)).toBeLessThan(widthOf(layout) as number)
    const moved = pagesOf({ ...layout, offset: { x: 2, y: -1 } }, paper)[0] as Page
    const [from, to] = [texts(pagesOf(layout, paper)[0] as Page)[0], texts(moved)[0]]
    expect([(to?.x ?? 0) - (from?.x ?? 0), (to?.y ?? 0) - (from?.y ?? 0)]).toEqual([
      expect.closeTo(2, 6),
      expect.closeTo(-1, 6),
    ])
  })
})

describe('codes', () => {
  it('bars on paper have the widths of the symbol, in whole dots of a label printer, with white beside them', () => {
    const area = { x: 0, y: 0, width: 94, height: 20 }
    const boxes = barsIn('YD26112000012-001', area) ?? []
    const widths = code128('YD26112000012-001')
    expect(widths).toEqual(
      (bwip.raw({ bcid: 'code128', text: 'YD26112000012-001' }) as unknown as [{ sbs: number[] }])[0].sbs,
    )
    const module = (boxes[0]?.[2] ?? 0) / (widths[0] as number)
    expect((module / 0.125) % 1).toBeCloseTo(0, 6)
    // Bars and the gaps between them, as a scanner sees them.
    const seen = boxes.flatMap(([x, , width], at) => {
      const next = boxes[at + 1]
      return [width / module, ...(next === undefined ? [] : [(next[0] - x - width) / module])]
    })
    expect(seen.map(Math.round)).toEqual(widths)
    expect(decode128(widths)).toBe('YD26112000012-001')
    expect(boxes[0]?.[0]).toBeGreaterThanOrEqual(10 * module - 0.01)
  })

  it('[RT-18/encasement] the number of a carton is GS1-128: a scanner reads an SSCC, not digits', () => {
    const widths = code128('(00)389012345678901237')
    const plain = code128('389012345678901237')
    // FNC1 behind the start says that identifiers follow, and two digits more stand in it.
    expect(widths.slice(6, 12)).toEqual([4, 1, 1, 1, 3, 1])
    expect(widths.length).toBe(plain.length + 12)
  })

  it('a QR code has the modules of its text, and refuses what readers would misread', () => {
    const text = 'https://tms.example.com/verify/YD26112000012/8f3a21bc'
    const { data, size } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
    const rows = qrModules(text)
    const module = 30 / (size + 4)
    const painted = rows.map((row) => row.map(() => false))
    for (const [x, y, width] of qrIn(text, { x: 0, y: 0, width: 30, height: 30 }))
      for (let at = 0; at < Math.round(width / module); at += 1) {
        const row = painted[Math.round(y / module) - 2] as boolean[]
        row[Math.round(x / module) - 2 + at] = true
      }
    expect(painted).toEqual(rows)
    expect(rows.flat().map(Number)).toEqual([...data].map(Number))
    expect(() => qrModules('运单')).toThrow('ASCII')
  })
})

describe('[RT-18/receive] the label of a lot', () => {
  it('leaves out what has no value, with its name, and closes the gap', () => {
    const fields = {
      itemName: '断路器',
      itemNo: 'YF-2205',
      unit: '件',
      ownerName: '云帆电子',
      receiptNo: 'RK26112000001-1',
    }
    const label = (more: Record<string, string>) =>
      texts(
        pagesOf(presetLayout('lot', '60x40'), {
          ...paper,
          filledOnly: true,
          fields: { ...fields, ...more },
        })[0] as Page,
      )
    const bare = label({})
    for (const name of ['批号', '有效期至', '序列号', '生产日期'])
      expect(bare.some(({ text }) => text === name)).toBe(false)
    const of = (marks: typeof bare, text: string) => marks.find((mark) => mark.text === text)
    expect(of(bare, '断路器')?.y).toBeGreaterThan(of(label({ serialNo: 'S1', batchNo: 'L1' }), '断路器')?.y as number)
    const dated = label({ expiry: '2028-12-31' })
    expect([of(dated, '有效期至'), of(dated, '批号')]).toEqual([expect.anything(), undefined])
  })
})

describe('two ways out', () => {
  it('SVG and PDF set the same texts at the same places and the same width', async () => {
    const [page] = pagesOf(presetLayout('waybill', 'a5'), {
      ...paper,
      fields: { ...paper.fields, toCity: 'AVATAR 广州' },
    })
    const svg = [...toSvg(page as Page).matchAll(/<text x="(-?\d+)" y="(-?\d+)" font-size="(\d+)"[^>]*>([^<]*)</g)].map(
      ([, x, y, size, text]) => ({ x: Number(x) / 100, y: Number(y) / 100, size: Number(size) / 100, text }),
    )
    const chunks: Buffer[] = []
    for await (const chunk of toPdf('x', [page as Page])) chunks.push(chunk as Buffer)
    const pdf = placesIn(Buffer.concat(chunks))
    expect(pdf).toHaveLength(svg.length)
    pdf.forEach((place, at) => {
      expect(place.x).toBeCloseTo(svg[at]?.x as number, 1)
      expect(place.y).toBeCloseTo(svg[at]?.y as number, 1)
      expect(place.size).toBeCloseTo(svg[at]?.size as number, 1)
    })
    const lengths = [...toSvg(page as Page).matchAll(/textLength="(\d+)"/g)].map(([, length]) => Number(length) / 100)
    expect(lengths).toEqual(
      texts(page as Page).flatMap(({ text, width }) => ([...text].length > 1 ? [Math.round(width * 100) / 100] : [])),
    )
  })

  it('a PDF is as large as its paper, and words of users are words, never markup', async () => {
    const [page] = pagesOf(presetLayout('label', '76x130'), { ...paper, fields: { consigneeName: '<script>&"' } })
    expect(toSvg(page as Page)).toContain('&lt;script&gt;&amp;&quot;')
    const chunks: Buffer[] = []
    for await (const chunk of toPdf('x', [page as Page])) chunks.push(chunk as Buffer)
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(Buffer.concat(chunks).toString('latin1')) ?? []
    expect(Number(width)).toBeCloseTo((76 * 72) / 25.4, 1)
    expect(Number(height)).toBeCloseTo((130 * 72) / 25.4, 1)
  })
})

/** Places of the texts in a PDF of one page, in millimetres from above. */
function placesIn(pdf: Buffer): { x: number; y: number; size: number }[] {
  const raw = pdf.toString('latin1')
  const height = Number(/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/.exec(raw)?.[1])
  const streams = [...raw.matchAll(/\/FlateDecode\s*>>\s*stream\n/g)].map(({ index, 0: head }) =>
    inflateOrEmpty(pdf.subarray(index + head.length)),
  )
  const content = streams.find((stream) => stream.includes(' Tm')) ?? ''
  const mm = 25.4 / 72
  return [...content.matchAll(/1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm\n\/F\d+ ([\d.]+) Tf/g)].map(([, x, y, size]) => ({
    x: Number(x) * mm,
    y: (height - Number(y)) * mm,
    size: Number(size) * mm,
  }))
}
function inflateOrEmpty(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

it('[PR-01] a font that an installation lost is named, and stood in for by widths that fit', () => {
  expect(missingFonts()).toEqual([])
  expect(missingFonts({ ...fontFiles, bold: '/nowhere/bold.ttf' })).toEqual(['/nowhere/bold.ttf'])
  const { file, font } = readFace('/nowhere/bold.ttf')
  const real = faceOf('bold').font
  expect(file).toBe(null)
  for (const char of '运单No.12')
    expect(font.glyphForCodePoint(char.codePointAt(0) as number).advanceWidth).toBeCloseTo(
      real.glyphForCodePoint(char.codePointAt(0) as number).advanceWidth / real.unitsPerEm,
      0,
    )
})
