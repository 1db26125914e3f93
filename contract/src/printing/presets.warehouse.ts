import type { PrintField } from './fields.ts'
import type { Layout, LayoutItem } from './layout.ts'
import { type PaperName, papers, type WarehouseType } from './papers.ts'
import { base, big, cells, col, framed, growing, item, off, open } from './presets.parts.ts'

/** Labels and sheets of the warehouse as the product brings them. */

/** A carton's label: its number as GS1-128 below, who gets it and what is in it above. */
function carton(paper: PaperName): Layout {
  const { height, width } = papers[paper]
  const k = Math.min(width / 100, height / 150)
  const pt = (size: number) => Math.round(size * k * 2) / 2
  const h = (mm: number) => (mm * height) / 150
  return base(paper, 3, pt(11), [
    open(
      h(10),
      col(3, item('company', { size: pt(12), bold: true, text: '' })),
      col(2, item('cartonSeq', big(pt(18), { label: '', align: 'right' }))),
    ),
    framed(
      h(16),
      col(3, item('consigneeName', big(pt(17), { label: '' })), item('consigneeCompany', { label: '', flex: 0.7 })),
      col(3, item('consigneePhone', big(pt(15), { label: '', align: 'right' }))),
    ),
    framed(h(18), col(1, item('consigneeAddress', { label: '', size: pt(13) }))),
    framed(
      h(16),
      col(3, item('noticeNo', { bold: true }), item('customerNo')),
      col(3, item('ownerName'), item('warehouseName')),
    ),
    growing(framed(h(30), col(1, item('contents', { labelAt: 'top' })))),
    framed(
      h(9),
      ...cells(
        [2, item('weight', { bold: true })],
        [2, item('pieces')],
        [2.4, item('sealed')],
        [2.4, off('carrierOf')],
      ),
    ),
    framed(h(34), col(1, item('barcode'))),
    open(
      h(5),
      ...cells([2, item('printedBy', { size: pt(8) })], [2, item('printedAt', { size: pt(8), align: 'right' })]),
    ),
  ])
}

/** Hangs on the shelf: the code can be read from the aisle, by people and by scanners. */
const location = (paper: PaperName): Layout =>
  base(paper, 2, 8, [
    open(
      5,
      ...cells(
        [3, item('warehouseName', { label: '', bold: true })],
        [2, item('zoneName', { label: '', align: 'right' })],
      ),
    ),
    growing(
      open(
        11,
        col(6, item('locationCode', big(30, { label: '', align: 'center' }))),
        // Which shelf it means, above or below: the text of a template, because the place does not know.
        col(1, off('arrow', big(26, { label: '', text: '↑', align: 'center' }))),
      ),
    ),
    open(4, ...cells([2, item('shelf', { size: 7 })], [1, off('warehouseCode', { size: 7, align: 'right' })])),
    open(13, col(1, item('barcode', { size: 7 }))),
  ])

/** A pallet's or a tote's own number, and what stood on it when it was printed. */
function container(paper: PaperName): Layout {
  const h = (mm: number) => (mm * papers[paper].height) / 100
  return base(paper, 3, 10, [
    open(h(7), col(3, item('company', { bold: true, text: '' })), col(2, item('warehouseName', { align: 'right' }))),
    framed(h(14), col(1, item('containerCode', big(24, { label: '', align: 'center' })))),
    framed(h(9), ...cells([3, item('ownerName')], [2, item('locationCode')])),
    growing(framed(h(26), col(1, item('contents', { labelAt: 'top' })))),
    framed(h(8), ...cells([1, item('quantity', { bold: true })])),
    framed(h(24), col(1, item('barcode'))),
    open(h(4), ...cells([2, item('printedBy', { size: 7 })], [2, item('printedAt', { size: 7, align: 'right' })])),
  ])
}

/** Stuck on the goods, where they came without a code that scanners read. */
const thing = (paper: PaperName): Layout =>
  base(paper, 2, 8, [
    growing(open(10, col(1, item('itemName', big(10, { label: '' }))))),
    open(5, ...cells([3, item('itemNo', { bold: true })], [2, item('unit', { align: 'right' })])),
    open(4, ...cells([3, item('spec', { size: 7 })], [3, item('ownerName', { size: 7, align: 'right' })])),
    open(15, col(1, item('barcode', { size: 8 }))),
  ])

/** Goods of one batch: its code says item, batch and expiry in one scan, and the number of a single piece. */
function lot(paper: PaperName): Layout {
  const large = papers[paper].height > 50
  const k = large ? 2 : 1
  const pt = (size: number) => (large ? size * 1.5 : size)
  return base(paper, large ? 3 : 2, pt(7.5), [
    growing(open(7 * k, col(1, item('itemName', big(pt(9), { label: '' }))))),
    open(4 * k, ...cells([3, item('itemNo', { bold: true })], [2, item('unit', { align: 'right' })])),
    open(4 * k, ...cells([3, item('batchNo', { bold: true })], [3, item('expiry', { bold: true, align: 'right' })])),
    open(4 * k, ...cells([3, item('serialNo')], [3, item('production', { align: 'right' })])),
    open(
      4 * k,
      ...cells(
        [3, item('ownerName', { size: pt(6.5) })],
        [3, item('receiptNo', { label: '', size: pt(6.5), align: 'right' })],
        [2, off('receivedAt', { size: pt(6.5), align: 'right' })],
        [1, off('quantity', { size: pt(6.5) })],
      ),
    ),
    open(13 * k, col(1, item('barcode', { size: pt(7) }))),
  ])
}

type Part = readonly [flex: number, item: LayoutItem]
type Sheet = {
  readonly facts: readonly (readonly Part[])[]
  readonly table: PrintField
  readonly columns: readonly (readonly [key: string, flex: number, on?: boolean])[]
  readonly totals: readonly Part[]
  readonly signs: readonly PrintField[]
}

/** A sheet of the floor: its number as bars, what it is about, a table that goes on over further pages, signatures. */
const sheetOf =
  ({ facts, table, columns, totals, signs }: Sheet) =>
  (paper: PaperName): Layout => {
    const low = papers[paper].height < 150
    const size = low ? 8.5 : 9.5
    const shown = columns.map(([key, flex, on = true]) => ({ key, on, flex }))
    return base(paper, low ? 5 : 9, size, [
      open(
        low ? 13 : 17,
        col(
          3,
          item('company', { size: size + 1, text: '' }),
          item('title', big(low ? 15 : 19, { flex: 1.5, text: '' })),
        ),
        col(2.4, item('barcode')),
      ),
      ...facts.map((row) => framed(low ? 6 : 7.5, ...cells(...row))),
      growing(framed(30, col(1, item(table, { columns: shown, size: size - 0.5 })))),
      framed(low ? 6 : 7.5, ...cells(...totals)),
      framed(low ? 6 : 8, col(1, item('remark'))),
      framed(low ? 11 : 17, ...cells(...signs.map((sign): Part => [1, item(sign)]))),
      open(
        4.5,
        ...cells(
          [1, item('printedBy', { size: size - 2 })],
          [1.4, item('printedAt', { size: size - 2 })],
          [1, item('page', { size: size - 2, align: 'right', label: '' })],
        ),
      ),
    ])
  }

const goodsIn = sheetOf({
  facts: [
    [
      [2.6, item('receiptNo', { bold: true })],
      [2.4, item('inboundNo')],
      [3, item('ownerName', { bold: true })],
    ],
    [
      [2.4, item('warehouseName')],
      [2.4, item('customerNo')],
      [2, item('plateNo')],
      [2.6, item('receivedAt')],
      [2, off('receivedBy')],
    ],
  ],
  table: 'intake',
  columns: [
    ['seq', 0.6],
    ['itemNo', 2],
    ['itemName', 3.2],
    ['unit', 0.8],
    ['announced', 1.1],
    ['received', 1.1],
    ['damaged', 1.1],
    ['short', 1.1],
    ['batchNo', 1.8],
    ['expiry', 1.7],
    ['container', 1.8, false],
    ['remark', 1.2],
  ],
  totals: [[1, item('quantity', { bold: true })]],
  signs: ['delivererSign', 'keeperSign'],
})
const pickList = sheetOf({
  facts: [
    [
      [2.4, item('taskNo', { bold: true })],
      [2.4, item('waveNo')],
      [2.4, item('warehouseName')],
      [2.2, item('pickerName')],
    ],
    [
      [4, item('ownerName')],
      [4, item('noticeNo')],
      [2.6, item('requiredAt', { bold: true })],
    ],
  ],
  table: 'picks',
  columns: [
    ['seq', 0.6],
    ['location', 1.9],
    ['container', 1.6, false],
    ['itemNo', 1.9],
    ['itemName', 3],
    ['batchNo', 1.7],
    ['expiry', 1.6],
    ['qty', 1.1],
    ['unit', 0.8],
    ['picked', 1.2],
    ['noticeNo', 2, false],
  ],
  totals: [[1, item('quantity', { bold: true })]],
  signs: ['pickerSign', 'checkerSign'],
})
const packList = sheetOf({
  facts: [
    [
      [2.4, item('noticeNo', { bold: true })],
      [2.4, item('customerNo')],
      [3, item('ownerName')],
      [2.4, item('warehouseName')],
    ],
    [
      [3, item('consigneeCompany')],
      [2, item('consigneeName', { bold: true })],
      [2.4, item('consigneePhone')],
    ],
    [
      [5, item('consigneeAddress')],
      [2.4, item('carrierOf')],
      [2.4, off('requiredAt')],
    ],
  ],
  table: 'packs',
  columns: [
    ['carton', 0.7],
    ['cartonNo', 2.6],
    ['itemNo', 1.9],
    ['itemName', 3],
    ['batchNo', 1.7],
    ['expiry', 1.6, false],
    ['qty', 1.1],
    ['unit', 0.8],
    ['weight', 1.2],
    ['sealNo', 1.4, false],
  ],
  totals: [
    [1, item('cartons', { bold: true })],
    [1, item('quantity', { bold: true })],
    [1, item('weight', { bold: true })],
  ],
  signs: ['keeperSign', 'checkerSign', 'consigneeSign'],
})
const countSheet = sheetOf({
  facts: [
    [
      [2.4, item('countNo', { bold: true })],
      [2.4, item('warehouseName')],
      [3, item('ownerName')],
    ],
    [[1, item('range')]],
  ],
  table: 'counts',
  columns: [
    ['seq', 0.6],
    ['location', 2],
    ['container', 1.8],
    ['itemNo', 2],
    ['itemName', 3.2],
    ['batchNo', 1.8],
    ['unit', 0.8],
    ['first', 1.5],
    ['second', 1.5],
    ['remark', 1.4],
  ],
  totals: [[1, item('places', { bold: true })]],
  signs: ['counterSign', 'witnessSign'],
})

/** The product's layout of each on a paper. */
export const warehouseLayouts: Readonly<Record<WarehouseType, (paper: PaperName) => Layout>> = {
  carton,
  location,
  container,
  item: thing,
  lot,
  goodsIn,
  pickList,
  packList,
  countSheet,
}
