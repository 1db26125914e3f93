import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { CartonRow } from '@xunyun/contract/warehouse/shipping/cartons'
import type { OutboundRow } from '@xunyun/contract/warehouse/shipping/notices'
import type { PickTaskRow } from '@xunyun/contract/warehouse/shipping/picking'
import type { UnpackingRow } from '@xunyun/contract/warehouse/shipping/unpacking'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

type Words = ReturnType<typeof titled>
const text = (key: string, titles: Words, width?: number) =>
  ({ key, type: 'text', titles, ...(width === undefined ? {} : { width }) }) as const
const moment = (key: string, titles: Words) => ({ key, type: 'moment', titles }) as const
const quantity = (key: string, titles: Words) => ({ key, type: 'quantity', titles }) as const
const count = (key: string, titles: Words) => ({ key, type: 'integer', titles }) as const
type Language = Parameters<typeof yes>[1]
const coded = (key: string, dictionary: DictionaryType, titles: Words) => ({
  ...text(key, titles),
  value: (row: object, language: Language) => {
    const code = (row as Record<string, unknown>)[key]
    return code === null ? '' : wordFor(dictionary, String(code), language)
  },
})
const flagged = (key: string, titles: Words) => ({
  ...text(key, titles, 8),
  value: (row: object, language: Language) => yes((row as Record<string, boolean>)[key] ?? false, language),
})
const listed = (key: string, titles: Words) => ({
  ...text(key, titles, 24),
  value: (row: object) => ((row as Record<string, string[]>)[key] ?? []).join(', '),
})

const warehouse = text('warehouseName', fieldWord('warehouse/shipping:field.warehouse'), 16)
const owner = text('ownerName', fieldWord('warehouse/shipping:field.ownerName'), 22)
const noticeNo = text('noticeNo', fieldWord('warehouse/shipping:field.noticeNo'), 18)
const consignee = text('consigneeName', fieldWord('warehouse/shipping:field.consigneeName'), 16)
const requiredAt = moment('requiredAt', fieldWord('warehouse/shipping:field.requiredAt'))
const carrier = text('carrierName', fieldWord('warehouse/shipping:field.carrier'), 18)
const intercepted = flagged('intercepted', titled('拦截', 'Intercepted', 'Interceptado', '差止め'))
const remark = text('remark', fieldWord('warehouse/shipping:field.remark'), 24)
const createdAt = moment('createdAt', fieldWord('warehouse/shipping:field.createdAt'))
const weight = quantity('weight', fieldWord('warehouse/shipping:field.weight', 'kg'))
const volume = quantity('volume', fieldWord('warehouse/shipping:field.volume', 'm³'))

/** The columns of the exports; keys are those of the pages. */
export const noticeColumns: readonly ListColumn<OutboundRow>[] = [
  noticeNo,
  coded('state', 'outboundState', fieldWord('warehouse/shipping:field.state')),
  intercepted,
  flagged('short', titled('短拣', 'Short', 'Faltante', '欠品')),
  coded('type', 'outboundType', fieldWord('warehouse/shipping:field.type')),
  owner,
  warehouse,
  text('customerOrderNo', fieldWord('warehouse/shipping:field.customerOrderNo'), 18),
  text('consigneeCompany', titled('收货单位', 'Consignee company', 'Empresa destinataria', '荷受会社'), 22),
  consignee,
  text('consigneePhone', fieldWord('warehouse/shipping:field.consigneePhone'), 16),
  text('regionName', fieldWord('warehouse/shipping:field.region'), 22),
  text('address', fieldWord('warehouse/shipping:field.address'), 30),
  requiredAt,
  carrier,
  count('lineCount', fieldWord('warehouse/shipping:field.lineCount')),
  quantity('qty', fieldWord('warehouse/shipping:field.qty')),
  quantity('allocated', fieldWord('warehouse/shipping:field.allocated')),
  quantity('picked', fieldWord('warehouse/shipping:field.picked')),
  quantity('packed', fieldWord('warehouse/shipping:field.packed')),
  quantity('shipped', fieldWord('warehouse/shipping:field.shipped')),
  count('cartonCount', fieldWord('warehouse/shipping:field.cartonCount')),
  weight,
  volume,
  text('waybillNo', fieldWord('warehouse/shipping:field.waybillNo'), 18),
  remark,
  text('createdByName', fieldWord('warehouse/shipping:field.createdByName')),
  createdAt,
]

export const taskColumns: readonly ListColumn<PickTaskRow>[] = [
  text('taskNo', fieldWord('warehouse/shipping:field.taskNo'), 18),
  coded('state', 'pickTaskState', fieldWord('warehouse/shipping:field.state')),
  text('waveNo', fieldWord('warehouse/shipping:field.waveNo'), 18),
  coded('mode', 'waveMode', fieldWord('warehouse/shipping:field.mode')),
  listed('noticeNos', fieldWord('warehouse/shipping:field.noticeNo')),
  listed('ownerNames', fieldWord('warehouse/shipping:field.ownerName')),
  listed('consignees', fieldWord('warehouse/shipping:field.consigneeName')),
  listed('carrierNames', fieldWord('warehouse/shipping:field.carrier')),
  warehouse,
  listed('zoneNames', fieldWord('warehouse/shipping:field.zone')),
  requiredAt,
  count('lineCount', fieldWord('warehouse/shipping:field.lineCount')),
  quantity('qty', fieldWord('warehouse/shipping:field.toPick')),
  quantity('picked', fieldWord('warehouse/shipping:field.picked')),
  quantity('shortQty', fieldWord('warehouse/shipping:field.shortQty')),
  text('pickerName', fieldWord('warehouse/shipping:field.picker')),
  moment('startedAt', fieldWord('warehouse/shipping:field.startedAt')),
  moment('doneAt', fieldWord('warehouse/shipping:field.doneAt')),
  text('checkedByName', fieldWord('warehouse/shipping:field.checkedBy')),
  createdAt,
]

export const cartonColumns: readonly ListColumn<CartonRow>[] = [
  text('cartonNo', fieldWord('warehouse/shipping:field.cartonNo'), 22),
  coded('state', 'cartonState', fieldWord('warehouse/shipping:field.state')),
  noticeNo,
  owner,
  consignee,
  warehouse,
  requiredAt,
  coded('boxType', 'package', fieldWord('warehouse/shipping:field.boxType')),
  count('itemCount', fieldWord('warehouse/shipping:field.itemCount')),
  quantity('qty', fieldWord('warehouse/shipping:field.quantity')),
  weight,
  quantity('calculated', fieldWord('warehouse/shipping:field.calculated', 'kg')),
  volume,
  text('sealNo', fieldWord('warehouse/shipping:field.sealNo')),
  text('packedByName', fieldWord('warehouse/shipping:field.packedBy')),
  moment('sealedAt', fieldWord('warehouse/shipping:field.sealedAt')),
]

export const unpackingColumns: readonly ListColumn<UnpackingRow>[] = [
  text('unpackNo', fieldWord('warehouse/shipping:field.unpackNo'), 18),
  coded('kind', 'unpackKind', titled('类型', 'Type', 'Tipo', '種別')),
  flagged('reversed', titled('已冲销', 'Reversed', 'Revertido', '実績取消')),
  text('containerCode', fieldWord('warehouse/shipping:field.containerCode'), 22),
  noticeNo,
  owner,
  text('itemNo', fieldWord('warehouse/shipping:field.itemNo'), 18),
  text('itemName', fieldWord('warehouse/shipping:field.itemName'), 24),
  text('batchNo', fieldWord('warehouse/shipping:field.batchNo')),
  quantity('qty', fieldWord('warehouse/shipping:field.quantity')),
  coded('baseUnit', 'unit', titled('单位', 'Unit', 'Unidad', '単位')),
  text('toLocation', fieldWord('warehouse/shipping:field.toLocation'), 16),
  coded('reason', 'unpackReason', fieldWord('warehouse/shipping:field.reason')),
  warehouse,
  text('byName', titled('操作人', 'Done by', 'Hecho por', '操作者')),
  moment('at', titled('时间', 'Time', 'Hora', '日時')),
  remark,
]
