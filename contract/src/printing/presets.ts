import type { Layout } from './layout.ts'
import { isReceiptList, isWarehouseType, type PaperName, type PrintType, papers, printTypes } from './papers.ts'
import { agreement } from './presets.agreement.ts'
import { base, big, cells, col, framed, growing, item, off, open } from './presets.parts.ts'
import { receiptList } from './presets.receipts.ts'
import { warehouseLayouts } from './presets.warehouse.ts'

/** The templates that come with the product: one for each type and each paper it makes sense on. */

const goodsColumns = [
  { key: 'name', on: true, flex: 4 },
  { key: 'package', on: true, flex: 1.4 },
  { key: 'pieces', on: true, flex: 1.1 },
  { key: 'weight', on: true, flex: 1.4 },
  { key: 'volume', on: true, flex: 1.4 },
  { key: 'size', on: false, flex: 1.6 },
  { key: 'declaredValue', on: false, flex: 1.6 },
]

/** A waybill, or the receipt that comes back signed: the same sheet, with other words and signatures. */
function sheet(paper: PaperName, kind: 'waybill' | 'receipt'): Layout {
  const { height } = papers[paper]
  const low = height < 100
  const size = low ? 9 : height < 160 ? 9.5 : 10.5
  const h = (mm: number) => (low ? mm * 0.82 : height > 200 ? mm * 1.3 : mm)
  const isReceipt = kind === 'receipt'
  const party = (which: 'shipper' | 'consignee') =>
    framed(
      h(8),
      col(2.4, item(`${which}Company`)),
      col(1.5, item(`${which}Name`, big(size + 1))),
      col(1.7, item(`${which}Phone`, big(size + 0.5))),
      col(4.3, item(`${which}Address`)),
    )
  return base(paper, low ? 4 : 6, size, [
    open(
      h(18),
      col(
        3,
        item('company', { size: size + 1, flex: 1, text: '' }),
        item('title', big(low ? 15 : 18, { flex: 1.6, text: '' })),
        item('bizDate', { flex: 1 }),
      ),
      col(
        2.4,
        item('fromCity', big(low ? 15 : 17, { label: '', align: 'center' })),
        item('outletName', { size: size - 1.5, label: '', align: 'center', flex: 0.5 }),
      ),
      col(
        2.4,
        item('toCity', big(low ? 15 : 17, { label: '→', align: 'center' })),
        item('serviceType', { size: size - 1.5, label: '', align: 'center', flex: 0.5 }),
      ),
      col(4.2, item('barcode')),
      col(low ? 1.7 : 2, item('qr')),
    ),
    party('shipper'),
    party('consignee'),
    growing(framed(h(20), col(1, item('goods', { columns: goodsColumns, size: size - 0.5 })))),
    framed(
      h(7),
      ...cells(
        [2, item('payMethod', { bold: true })],
        [2, item('deliveryWay')],
        [2, item('receipt')],
        [2, item('transMode')],
        [2.2, off('planArrive')],
        [2.2, item('declaredValue')],
      ),
    ),
    framed(
      h(7.5),
      ...cells(
        [2.4, item('codAmount', { bold: true })],
        [2.6, item('freight', big(size + 1))],
        [5, item('amountWords', { bold: true })],
      ),
    ),
    framed(
      h(7),
      ...cells([5, item('remark')], [2.4, item('customerNo')], [2.4, off('customerName')], [3, off('remarkInternal')]),
    ),
    ...(isReceipt
      ? [open(h(6), col(1, item('note', { text: '' })))]
      : [open(h(low ? 5 : 12), col(1, item('terms', { on: !low, size: size - 2.5, text: '' })))]),
    framed(
      h(low ? 11 : 15),
      ...cells(
        [1, isReceipt ? off('shipperSign') : item('shipperSign')],
        [1, item('carrierSign')],
        [isReceipt ? 1.6 : 1, item('consigneeSign')],
      ),
    ),
    open(
      h(4),
      ...cells(
        [1, item('clerkName', { size: size - 2 })],
        [1, item('printedBy', { size: size - 2 })],
        [1.4, item('printedAt', { size: size - 2 })],
        [1, off('page', { size: size - 2, align: 'right' })],
      ),
    ),
  ])
}

/** A piece's label: the place it goes to can be read from three metres. */
function label(paper: PaperName): Layout {
  const { height, width } = papers[paper]
  const k = Math.min(width / 100, height / 150)
  const pt = (size: number) => Math.round(size * k * 2) / 2
  const h = (mm: number) => (mm * height) / 150
  return base(paper, 3, pt(11), [
    open(
      h(9),
      col(3, item('company', { size: pt(12), bold: true, text: '' })),
      col(2, item('serviceType', big(pt(14), { label: '', align: 'right' }))),
    ),
    framed(h(23), col(1, item('barcode'))),
    framed(
      h(21),
      col(2.4, item('fromCity', { label: '', size: pt(20), align: 'center' })),
      col(3.6, item('toCity', big(pt(38), { label: '→', align: 'center' }))),
    ),
    framed(
      h(14),
      col(3, item('consigneeName', big(pt(17), { label: '' })), off('consigneeCompany', { label: '', flex: 0.7 })),
      col(3.4, item('consigneePhone', big(pt(16), { label: '', align: 'right' }))),
    ),
    framed(h(17), col(1, item('consigneeAddress', { label: '', size: pt(13) }))),
    growing(
      framed(
        h(38),
        col(
          3.2,
          item('piece', big(pt(34), { label: '', flex: 2.2, align: 'center' })),
          item('goodsName', { flex: 1 }),
          item('weight', { flex: 1 }),
          off('volume'),
          item('deliveryWay', { flex: 1 }),
        ),
        col(2.6, item('qr')),
      ),
    ),
    framed(h(9), ...cells([2.6, item('codAmount', { bold: true })], [2.4, item('receipt')], [2.4, off('customerNo')])),
    framed(h(9), ...cells([4, item('remark')], [1, off('shipperName')])),
    open(
      h(5),
      ...cells([2, item('outletName', { size: pt(8) })], [2, item('printedAt', { size: pt(8), align: 'right' })]),
    ),
  ])
}

/** What the consignee is told: the code can be read at the counter, then where, and what there is to pay. */
function pickupNotice(paper: PaperName): Layout {
  return base(paper, 8, 11, [
    open(
      20,
      col(3, item('company', { text: '' }), item('title', big(20, { flex: 1.6, text: '' }))),
      col(2.6, item('barcode')),
    ),
    framed(24, ...cells([3, item('pickupCode', big(34))], [2, item('waiting', big(24))])),
    framed(10, ...cells([3, item('pickupOutlet', big(13))], [2, item('pickupPhone', big(13))])),
    framed(10, ...cells([1, item('pickupAddress')])),
    framed(
      9,
      ...cells([2, item('consigneeName', { bold: true })], [2, item('consigneePhone')], [2, off('consigneeCompany')]),
    ),
    framed(9, ...cells([3, item('goodsName')], [1.4, item('pieces')], [1.6, item('weight')], [1.6, off('package')])),
    framed(9, ...cells([2, item('freight', { bold: true })], [2, item('payMethod')], [2, off('codAmount')])),
    framed(9, col(1, item('remark'))),
    growing(open(14, col(1, item('note', { text: '' })))),
    open(
      5,
      ...cells(
        [1, item('printedBy', { size: 8 })],
        [1.4, item('printedAt', { size: 8 })],
        [2, off('terms', { size: 8 })],
      ),
    ),
  ])
}

const lineColumns = [
  { key: 'seq', on: true, flex: 0.6 },
  { key: 'waybillNo', on: true, flex: 2.5 },
  { key: 'customerName', on: true, flex: 2.5 },
  { key: 'route', on: true, flex: 1.8 },
  { key: 'consignee', on: true, flex: 2.3 },
  { key: 'goods', on: true, flex: 1.7 },
  { key: 'pieces', on: true, flex: 1 },
  { key: 'weight', on: true, flex: 1.4 },
  { key: 'volume', on: true, flex: 1.3 },
  { key: 'deliveryWay', on: false, flex: 1 },
  { key: 'cod', on: true, flex: 1.3 },
  { key: 'checked', on: true, flex: 0.9 },
]

/** What a vehicle carries: the table goes on over as many pages as it needs. */
function loading(paper: PaperName): Layout {
  const low = papers[paper].height < 150
  const size = low ? 8.5 : 9.5
  return base(paper, low ? 5 : 9, size, [
    open(
      low ? 13 : 17,
      col(3, item('company', { size: size + 1, text: '' }), item('title', big(low ? 15 : 19, { flex: 1.5, text: '' }))),
      col(2.4, item('barcode')),
    ),
    framed(
      low ? 6 : 7.5,
      ...cells(
        [2, item('tripType')],
        [2.4, item('plateNo', { bold: true })],
        [2.2, item('driverName')],
        [3, item('driverPhone')],
        [2.6, item('carrierName')],
      ),
    ),
    framed(
      low ? 6 : 7.5,
      ...cells(
        [2, item('fromCity')],
        [2.4, item('toCity', { bold: true })],
        [2.8, item('planAt')],
        [2.4, item('sealNo')],
        [2.4, off('vehicleModel')],
        [2.6, off('departAt')],
      ),
    ),
    growing(framed(30, col(1, item('lines', { columns: lineColumns, size: size - 0.5 })))),
    framed(
      low ? 6 : 7.5,
      ...cells(
        [1, item('waybills', { bold: true })],
        [1, item('pieces', { bold: true })],
        [1, item('weight', { bold: true })],
        [1, item('volume', { bold: true })],
      ),
    ),
    framed(low ? 6 : 8, col(1, item('remark'))),
    framed(low ? 11 : 17, ...cells([1, item('dispatcherSign')], [1, item('driverSign')], [1, item('receiverSign')])),
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

const cargoColumns = [
  { key: 'seq', on: true, flex: 0.5 },
  { key: 'waybillNo', on: true, flex: 2.3 },
  { key: 'route', on: true, flex: 2 },
  { key: 'consignee', on: true, flex: 2 },
  { key: 'address', on: true, flex: 3 },
  { key: 'goods', on: true, flex: 1.6 },
  { key: 'pieces', on: true, flex: 0.9 },
  { key: 'weight', on: true, flex: 1.3 },
  { key: 'volume', on: true, flex: 1.2 },
  { key: 'freightToCollect', on: true, flex: 1.4 },
  { key: 'cod', on: true, flex: 1.4 },
  { key: 'receiptCopies', on: true, flex: 0.9 },
]

/** What a line carrier takes over, and what it is to collect for us: signed by both sides. */
function handover(paper: PaperName): Layout {
  const low = papers[paper].height < 150
  const size = low ? 8.5 : 9.5
  const h = low ? 6 : 7.5
  return base(paper, low ? 5 : 9, size, [
    open(
      low ? 13 : 17,
      col(3, item('company', { size: size + 1, text: '' }), item('title', big(low ? 15 : 19, { flex: 1.5, text: '' }))),
      col(2.4, item('barcode')),
    ),
    framed(h, ...cells([2.4, item('outletName')], [2.4, item('outletPhone')], [3, item('specialNo', { bold: true })])),
    framed(
      h,
      ...cells([2.4, item('carrierName', { bold: true })], [2.4, item('carrierPhone')], [3, item('carrierNo')]),
    ),
    framed(
      h,
      ...cells([1.8, item('fromCity')], [3, item('toCity', { bold: true })], [3, item('ends')], [2.6, item('station')]),
    ),
    framed(h, ...cells([2.4, item('expectAt')], [2.4, item('handedAt')], [3, item('receiptCopies')])),
    growing(framed(30, col(1, item('cargo', { columns: cargoColumns, size: size - 1 })))),
    framed(
      h,
      ...cells(
        [1, item('waybills', { bold: true })],
        [1, item('pieces', { bold: true })],
        [1.2, item('weight', { bold: true })],
        [1.2, item('volume', { bold: true })],
        [1.5, item('freightToCollect', { bold: true })],
        [1.5, item('codAmount', { bold: true })],
      ),
    ),
    framed(low ? 6 : 8, col(1, item('remark'))),
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

/** Papers that each type is offered on; the first is the standard. */
export const presetPapers: Readonly<Record<PrintType, readonly PaperName[]>> = {
  waybill: ['a5', '241x140', '241x93', 'a4'],
  label: ['100x150', '100x180', '76x130'],
  loading: ['a4', 'a5', '241x140'],
  receipt: ['a5', '241x140', '241x93', 'a4'],
  pickupNotice: ['a5', '241x140'],
  handover: ['a4', 'a5', '241x140'],
  agreement: ['a4'],
  receiptSending: ['a4', 'a5', '241x140'],
  receiptReturn: ['a4', 'a5', '241x140'],
  carton: ['100x150', '100x180'],
  location: ['60x40'],
  container: ['100x100', '100x150'],
  item: ['60x40'],
  lot: ['60x40', '100x100'],
  goodsIn: ['a4', 'a5'],
  pickList: ['a4', 'a5'],
  packList: ['a4', 'a5'],
  countSheet: ['a4'],
}

export function presetLayout(type: PrintType, paper: PaperName): Layout {
  if (type === 'label') return label(paper)
  if (type === 'pickupNotice') return pickupNotice(paper)
  if (type === 'handover') return handover(paper)
  if (type === 'agreement') return agreement(paper)
  if (isReceiptList(type)) return receiptList(paper)
  if (isWarehouseType(type)) return warehouseLayouts[type](paper)
  return type === 'loading' ? loading(paper) : sheet(paper, type)
}

/** A template is named by its id, or as one that came with the product: `waybill.a5`. */
export const presetRefs: readonly string[] = printTypes.flatMap((type) =>
  presetPapers[type].map((paper) => `${type}.${paper}`),
)
export const standardRef = (type: PrintType): string => `${type}.${presetPapers[type][0]}`

/** The preset behind such a name. */
export function presetOf(ref: string): { type: PrintType; paper: PaperName; layout: Layout } | undefined {
  if (!presetRefs.includes(ref)) return undefined
  const [type, paper] = ref.split('.') as [PrintType, PaperName]
  return { type, paper, layout: presetLayout(type, paper) }
}
