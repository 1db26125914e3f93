import type { SignedReceiptRow } from '@xunyun/contract/signedReceipts/calls'
import { type ListColumn, listColumn, titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'

export const signedReceiptColumns: readonly ListColumn<SignedReceiptRow>[] = [
  listColumn('signedReceipts:column.receiptNo', 'text', { width: 16 }),
  { key: 'waybillNo', type: 'text', width: 16, titles: fieldWord('waybills:column.waybillNo') },
  listColumn('signedReceipts:column.state', 'text', { words: 'signedReceiptState' }),
  listColumn('signedReceipts:column.requirement', 'text', { words: 'receiptRequirement' }),
  listColumn('signedReceipts:column.copies', 'integer'),
  listColumn('signedReceipts:column.customer', 'text', { key: 'customerName', width: 26 }),
  { key: 'shipperCity', type: 'text', width: 10, titles: titled('起运', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', width: 10, titles: titled('到达', 'To', 'Destino', '着地') },
  listColumn('signedReceipts:column.signedAt', 'moment', { width: 16 }),
  listColumn('signedReceipts:column.signer', 'text'),
  listColumn('signedReceipts:column.place', 'text'),
  listColumn('signedReceipts:column.batchNo', 'text', { width: 16 }),
  listColumn('signedReceipts:column.expressNo', 'text', { width: 16 }),
  listColumn('signedReceipts:column.handler', 'text', { key: 'handlerName' }),
  listColumn('signedReceipts:column.reason', 'text', { width: 20 }),
  listColumn('signedReceipts:column.photos', 'integer'),
  listColumn('signedReceipts:column.receivable', 'money', { unit: '元' }),
]
