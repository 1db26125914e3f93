import type { Layout } from './layout.ts'
import { type PaperName, papers } from './papers.ts'
import { base, big, cells, col, framed, growing, item, open } from './presets.parts.ts'

const receiptColumns = [
  { key: 'seq', on: true, flex: 0.5 },
  { key: 'receiptNo', on: true, flex: 2 },
  { key: 'waybillNo', on: true, flex: 2 },
  { key: 'customerName', on: true, flex: 2.6 },
  { key: 'consignee', on: true, flex: 2.2 },
  { key: 'route', on: true, flex: 1.8 },
  { key: 'copies', on: true, flex: 0.8 },
  { key: 'checked', on: true, flex: 0.8 },
]

/** What went out together, to an outlet or to the customer: counted and signed for where it comes to. */
export function receiptList(paper: PaperName): Layout {
  const low = papers[paper].height < 150
  const size = low ? 8.5 : 9.5
  const h = low ? 6 : 7.5
  return base(paper, low ? 5 : 9, size, [
    open(
      low ? 13 : 17,
      col(3, item('company', { size: size + 1, text: '' }), item('title', big(low ? 15 : 19, { flex: 1.5, text: '' }))),
      col(2.4, item('barcode')),
    ),
    framed(
      h,
      ...cells([2.4, item('outletName')], [2.4, item('outletPhone')], [3, item('receiptBatchNo', { bold: true })]),
    ),
    framed(h, ...cells([4.8, item('goesTo', { bold: true })], [3, item('handedAt')])),
    framed(
      h,
      ...cells([2.4, item('expressCompany')], [2.4, item('expressNo', { bold: true })], [3, item('arrangementNo')]),
    ),
    growing(framed(30, col(1, item('receipts', { columns: receiptColumns, size: size - 0.5 })))),
    framed(h, ...cells([1, item('receiptCount', { bold: true })], [1, item('receiptCopies', { bold: true })])),
    framed(low ? 11 : 17, ...cells([1, item('handingSign')], [1, item('takingSign')])),
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
