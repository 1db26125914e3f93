import type { Titles } from '@xunyun/contract/pages'
import { fieldWord } from '../../../platform/fieldWords.ts'
import { type ImportColumn, importColumn } from '../../../platform/import/columns.ts'

/** A party in a file is spread over columns that no page has: each level of the region stands by itself. */
const party = (side: 'shipper' | 'consignee', zh: string, en: string, es: string, ja: string): ImportColumn[] => {
  const of = (field: string, width: number, titles: Titles, more: Partial<ImportColumn> = {}) =>
    importColumn(`${side}${field}`, width, titles, { path: `${side}.${field.toLowerCase()}`, ...more })
  const lower = es.toLowerCase()
  return [
    of('Name', 12, fieldWord(`waybills:column.${side}Name`), { required: true }),
    of('Phone', 14, fieldWord(`waybills:column.${side}Phone`), { required: true, also: [`Teléfono de ${lower}`] }),
    of(
      'Province',
      12,
      { zh: `${zh}省`, en: `${en} province`, es: `Provincia de ${lower}`, ja: `${ja}省` },
      { path: `${side}.region.province` },
    ),
    of(
      'City',
      12,
      { zh: `${zh}市`, en: `${en} city`, es: `Ciudad de ${lower}`, ja: `${ja}市` },
      { path: `${side}.region.city` },
    ),
    of(
      'County',
      12,
      { zh: `${zh}区县`, en: `${en} county`, es: `Distrito de ${lower}`, ja: `${ja}区県` },
      { path: `${side}.region` },
    ),
    of(
      'Address',
      28,
      { zh: `${zh}地址`, en: `${en} address`, es: `Dirección de ${lower}`, ja: `${ja}住所` },
      { required: true },
    ),
  ]
}

/** Columns of the first line of goods. */
const goods = (key: string, width: number, titles: Titles, more: Partial<ImportColumn> = {}): ImportColumn =>
  importColumn(key, width, titles, { path: `goods.0.${key}`, ...more })

/** The columns that an import understands, in the order of the template. */
export const importColumns: readonly ImportColumn[] = [
  importColumn('customer', 26, fieldWord('waybills:column.customer'), {
    path: 'customerId',
    required: true,
    also: ['客户名称', '顧客名'],
  }),
  importColumn('customerNo', 18, fieldWord('waybills:column.customerNo'), { also: ['N.º de cliente'] }),
  importColumn('bizDate', 12, fieldWord('waybills:column.bizDate'), { required: true }),
  ...party('shipper', '发货', 'Shipper', 'Remitente', '荷送人'),
  ...party('consignee', '收货', 'Consignee', 'Destinatario', '荷受人'),
  goods('goods', 16, fieldWord('waybills:column.goodsName'), {
    path: 'goods.0.name',
    required: true,
    also: ['货物名称'],
  }),
  goods('package', 10, fieldWord('waybills:column.package'), { choices: 'package' }),
  goods('pieces', 8, fieldWord('waybills:column.pieces'), { also: ['Piezas'], required: true }),
  goods('weight', 12, fieldWord('waybills:column.weight'), { unit: 'kg' }),
  goods('volume', 12, fieldWord('waybills:column.volume'), { unit: 'm³' }),
  goods('declaredValue', 12, fieldWord('waybills:column.declaredValue')),
  importColumn('deliveryWay', 12, fieldWord('waybills:column.deliveryWay'), {
    required: true,
    choices: 'deliveryWay',
    also: ['送货方式', '引渡方法'],
  }),
  importColumn('payMethod', 10, fieldWord('waybills:column.payMethod'), {
    required: true,
    choices: 'payMethod',
    also: ['Pago'],
  }),
  importColumn('codAmount', 12, fieldWord('waybills:column.codAmount'), { also: ['代引額'] }),
  importColumn('receiptRequirement', 12, fieldWord('waybills:column.receiptRequirement'), {
    choices: 'receiptRequirement',
    also: ['回单要求'],
  }),
  importColumn('destOutlet', 14, fieldWord('waybills:column.destOutlet'), { path: 'destOutletId' }),
  importColumn('remarkCustomer', 24, fieldWord('waybills:column.remarkCustomer'), {
    also: ['备注', 'Remark', 'Nota', '備考'],
  }),
]
