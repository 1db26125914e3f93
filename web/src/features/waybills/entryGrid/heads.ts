import type { Column } from './cells.ts'

/** The heading of a column, with its unit. */
export const headOf = {
  customer: 'task.customer',
  customerNo: 'task.customerNo',
  shipper: 'task.shipper',
  consignee: 'task.consignee',
  goodsName: 'task.goodsName',
  package: 'task.package',
  pieces: 'task.pieces',
  weight: 'task.weight',
  volume: 'task.volume',
  payMethod: 'task.payMethod',
  deliveryWay: 'task.delivery',
  codAmount: 'task.cod',
  declaredValue: 'task.declared',
  insurance: 'grid.insurance',
  remark: 'column.remark',
  chargeWeight: 'grid.chargeWeight',
  receivable: 'grid.receivable',
} as const satisfies Record<Column, string>

export const isNeeded = (column: Column): boolean =>
  column === 'shipper' || column === 'consignee' || column === 'goodsName' || column === 'pieces'
