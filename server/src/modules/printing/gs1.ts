import { isGtin } from '@xunyun/contract/kernel/gs1'
import type { Paper } from './engine/paper.ts'

/** Codes that stand on goods. */

/** What a batch or a serial number in a GS1 code may hold (character set 82), without the brackets that this notation needs. */
const plain = /^[!"%&'*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/
const printable = /^[\x20-\x7e]{1,48}$/

type Goods = { readonly itemNo: string; readonly barcodes: readonly string[] }
type Lot = { readonly batchNo?: string | null; readonly expiry?: string | null; readonly serial?: string }
type Code = Pick<Paper, 'barcode' | 'symbology' | 'qr' | 'square'>

const code = (barcode: string, symbology?: Paper['symbology']): Code => ({
  barcode,
  qr: barcode,
  square: symbology === undefined,
  ...(symbology === undefined ? {} : { symbology }),
})

/** The item alone: EAN as on a shop's goods, GS1-128 of 14 digits; without a GTIN any code of it, at last its number. */
export function itemCode({ itemNo, barcodes }: Goods): Code {
  const gtin = barcodes.find(isGtin)
  if (gtin?.length === 8) return code(gtin, 'ean8')
  // UPC-A is EAN-13 with a nought before it.
  if (gtin !== undefined && gtin.length < 14) return code(gtin.padStart(13, '0'), 'ean13')
  if (gtin !== undefined) return code(`(01)${gtin}`)
  return code([...barcodes, itemNo].find((text) => printable.test(text)) ?? '')
}

/**
 * An item with what is known of this lot: GTIN, expiry, batch, serial number as AI 01, 17, 10, 21. Those of fixed length
 * come first, so that few separators are needed. Without a GTIN it is the code of the item: what no scanner could tell
 * apart must not stand in one code.
 */
export function lotCode(goods: Goods, { batchNo, expiry, serial }: Lot): Code {
  const gtin = goods.barcodes.find(isGtin)
  if (gtin === undefined) return itemCode(goods)
  const parts = [
    `(01)${gtin.padStart(14, '0')}`,
    expiry ? `(17)${expiry.slice(2).replaceAll('-', '')}` : '',
    batchNo && plain.test(batchNo) ? `(10)${batchNo}` : '',
    serial && plain.test(serial) ? `(21)${serial}` : '',
  ].filter(Boolean)
  return parts.length === 1 ? itemCode(goods) : code(parts.join(''))
}
