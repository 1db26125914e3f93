import { clauseFields } from './agreement.ts'
import type { Layout } from './layout.ts'
import type { PaperName } from './papers.ts'
import { base, big, cells, col, framed, growing, item, off, open } from './presets.parts.ts'

const stopColumns = [
  { key: 'seq', on: true, flex: 0.5 },
  { key: 'place', on: true, flex: 2.4 },
  { key: 'region', on: true, flex: 2.8 },
  { key: 'address', on: true, flex: 4 },
  { key: 'planAt', on: true, flex: 2 },
]

const size = 9.5
const height = 7
/** Lines of text that a clause has in the product's words, about. */
const clauseLines = {
  clauseLoading: 3,
  clauseTime: 2.4,
  clauseDamage: 3,
  clausePayment: 3.4,
  clauseInsurance: 2.4,
  clauseDisputes: 2.4,
} as const

/** What is agreed with whoever drives a hired truck: the stops go on over as many pages as they need, each of them signed. */
export const agreement = (paper: PaperName): Layout =>
  base(paper, 9, size, [
    open(
      18,
      col(3, item('company', { size: size + 1, text: '' }), item('title', big(19, { flex: 1.5, text: '' }))),
      col(2.6, item('barcode')),
      col(0.9, item('qr')),
    ),
    framed(
      28,
      col(1, item('partyA', { bold: true }), item('partyACode'), item('partyAAddress'), item('partyAPhone')),
      col(1, item('partyB', { bold: true }), item('partyBCode'), item('partyBAddress'), item('partyBPhone')),
    ),
    framed(
      height,
      ...cells(
        [2.4, item('plateNo', { bold: true })],
        [2, item('trailerNo')],
        [2, item('vehicleModel')],
        [2, item('licenceClass')],
        [3, item('licenceExpiry')],
      ),
    ),
    framed(
      height,
      ...cells([2.4, item('driverName', { bold: true })], [3, item('driverPhone')], [4, item('driverIdCard')]),
    ),
    framed(height, ...cells([5, item('route', { bold: true })], [2.6, item('planAt')], [2, off('outletName')])),
    growing(framed(24, col(1, item('stops', { columns: stopColumns, size: size - 0.5 })))),
    framed(
      height,
      ...cells(
        [1, item('waybills')],
        [1, item('pieces', { bold: true })],
        [1.4, item('weight', { bold: true })],
        [1.4, item('volume', { bold: true })],
        [4.4, item('goodsName')],
      ),
    ),
    framed(8, ...cells([3, item('agreed', big(size + 1.5))], [5, item('amountWords', { bold: true })])),
    framed(
      height,
      ...cells(
        [1, item('prepaid')],
        [1, item('fuel')],
        [1, item('onArrival')],
        [1.1, item('onReceipt')],
        [1, item('balance')],
      ),
    ),
    framed(height, ...cells([1, item('information')], [1, item('penalty')], [2, item('remark')])),
    framed(
      90,
      col(1, ...clauseFields.map((field) => item(field, { size: size - 0.5, flex: clauseLines[field], text: '' }))),
    ),
    framed(20, ...cells([1, item('partyASign')], [1, item('partyBSign')])),
    open(
      4.5,
      ...cells(
        [1, item('printedBy', { size: size - 2 })],
        [1.4, item('printedAt', { size: size - 2 })],
        [1, item('page', { size: size - 2, align: 'right', label: '' })],
      ),
    ),
  ])
