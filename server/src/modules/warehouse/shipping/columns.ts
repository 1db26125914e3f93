import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { CartonRow } from '@xunyun/contract/warehouse/shipping/cartons'
import type { OutboundRow } from '@xunyun/contract/warehouse/shipping/notices'
import type { PickTaskRow } from '@xunyun/contract/warehouse/shipping/picking'
import type { UnpackingRow } from '@xunyun/contract/warehouse/shipping/unpacking'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'

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

const warehouse = text('warehouseName', titled('仓库', 'Warehouse', 'Almacén', '倉庫'), 16)
const owner = text('ownerName', titled('货主', 'Owner', 'Propietario', '荷主'), 22)
const noticeNo = text('noticeNo', titled('出库单号', 'Notice', 'Aviso', '出庫番号'), 18)
const consignee = text('consigneeName', titled('收货人', 'Consignee', 'Destinatario', '荷受人'), 16)
const requiredAt = moment('requiredAt', titled('要求发货', 'Required', 'Requerido', '出荷希望'))
const carrier = text('carrierName', titled('承运商', 'Carrier', 'Transportista', '運送会社'), 18)
const intercepted = flagged('intercepted', titled('拦截', 'Intercepted', 'Retenido', '差止'))
const remark = text('remark', titled('备注', 'Remark', 'Nota', '備考'), 24)
const createdAt = moment('createdAt', titled('创建时间', 'Created', 'Creado', '作成日時'))
const weight = quantity('weight', titled('重量 kg', 'Weight kg', 'Peso kg', '重量 kg'))
const volume = quantity('volume', titled('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³'))

/** The columns of the exports; keys are those of the pages. */
export const noticeColumns: readonly ListColumn<OutboundRow>[] = [
  noticeNo,
  coded('state', 'outboundState', titled('状态', 'State', 'Estado', '状態')),
  intercepted,
  flagged('short', titled('短拣', 'Short', 'Faltante', '欠品')),
  coded('type', 'outboundType', titled('类型', 'Type', 'Tipo', '種別')),
  owner,
  warehouse,
  text('customerOrderNo', titled('客户单号', "Customer's number", 'Número del cliente', '顧客番号'), 18),
  text('consigneeCompany', titled('收货单位', 'Company', 'Empresa', '荷受会社'), 22),
  consignee,
  text('consigneePhone', titled('电话', 'Phone', 'Teléfono', '電話'), 16),
  text('regionName', titled('到达', 'Destination', 'Destino', '届先地域'), 22),
  text('address', titled('地址', 'Address', 'Dirección', '住所'), 30),
  requiredAt,
  carrier,
  count('lineCount', titled('行数', 'Lines', 'Líneas', '行数')),
  quantity('qty', titled('通知数', 'Ordered', 'Pedido', '指示数')),
  quantity('allocated', titled('已分配', 'Allocated', 'Asignado', '引当数')),
  quantity('picked', titled('已拣', 'Picked', 'Recogido', 'ピッキング数')),
  quantity('packed', titled('已装', 'Packed', 'Embalado', '梱包数')),
  quantity('shipped', titled('已发', 'Shipped', 'Enviado', '出荷数')),
  count('cartonCount', titled('箱数', 'Cartons', 'Cajas', '箱数')),
  weight,
  volume,
  text('waybillNo', titled('运单号', 'Waybill', 'Guía', '送り状番号'), 18),
  remark,
  text('createdByName', titled('建单人', 'By', 'Creado por', '作成者')),
  createdAt,
]

export const taskColumns: readonly ListColumn<PickTaskRow>[] = [
  text('taskNo', titled('拣货单号', 'Task', 'Tarea', 'ピッキング番号'), 18),
  coded('state', 'pickTaskState', titled('状态', 'State', 'Estado', '状態')),
  text('waveNo', titled('波次', 'Wave', 'Oleada', 'ウェーブ'), 18),
  coded('mode', 'waveMode', titled('拣货方式', 'Way', 'Modo', '方式')),
  listed('noticeNos', titled('出库单号', 'Notices', 'Avisos', '出庫番号')),
  listed('ownerNames', titled('货主', 'Owners', 'Propietarios', '荷主')),
  listed('consignees', titled('收货方', 'Consignees', 'Destinatarios', '荷受人')),
  listed('carrierNames', titled('承运商', 'Carriers', 'Transportistas', '運送会社')),
  warehouse,
  listed('zoneNames', titled('库区', 'Zones', 'Zonas', 'エリア')),
  requiredAt,
  count('lineCount', titled('行数', 'Lines', 'Líneas', '行数')),
  quantity('qty', titled('应拣', 'To pick', 'Por recoger', '予定数')),
  quantity('picked', titled('已拣', 'Picked', 'Recogido', 'ピッキング数')),
  quantity('shortQty', titled('短拣', 'Short', 'Faltante', '欠品数')),
  text('pickerName', titled('拣货员', 'Picker', 'Operario', '担当')),
  moment('startedAt', titled('开始', 'Begun', 'Inicio', '開始')),
  moment('doneAt', titled('完成', 'Done', 'Fin', '完了')),
  text('checkedByName', titled('复核人', 'Checked by', 'Verificado por', '検品者')),
  createdAt,
]

export const cartonColumns: readonly ListColumn<CartonRow>[] = [
  text('cartonNo', titled('箱号', 'Carton', 'Caja', '箱番号'), 22),
  coded('state', 'cartonState', titled('状态', 'State', 'Estado', '状態')),
  noticeNo,
  owner,
  consignee,
  warehouse,
  requiredAt,
  coded('boxType', 'package', titled('箱型', 'Kind', 'Tipo', '箱種')),
  count('itemCount', titled('货号数', 'Items', 'Artículos', '品番数')),
  quantity('qty', titled('数量', 'Quantity', 'Cantidad', '数量')),
  weight,
  quantity('calculated', titled('理论重量 kg', 'Calculated kg', 'Peso teórico kg', '理論重量 kg')),
  volume,
  text('sealNo', titled('封号', 'Seal', 'Precinto', '封印番号')),
  text('packedByName', titled('装箱人', 'Packed by', 'Embalado por', '梱包担当')),
  moment('sealedAt', titled('封箱时间', 'Sealed', 'Cerrada', '封緘日時')),
]

export const unpackingColumns: readonly ListColumn<UnpackingRow>[] = [
  text('unpackNo', titled('拆箱单号', 'Unpacking', 'Desembalaje', '開梱番号'), 18),
  coded('kind', 'unpackKind', titled('类型', 'Kind', 'Tipo', '区分')),
  flagged('reversed', titled('已冲销', 'Taken back', 'Deshecho', '取消済')),
  text('containerCode', titled('容器号', 'Container', 'Contenedor', '容器番号'), 22),
  noticeNo,
  owner,
  text('itemNo', titled('货号', 'Item', 'Artículo', '品番'), 18),
  text('itemName', titled('品名', 'Name', 'Nombre', '品名'), 24),
  text('batchNo', titled('批次', 'Batch', 'Lote', 'ロット')),
  quantity('qty', titled('数量', 'Quantity', 'Cantidad', '数量')),
  coded('baseUnit', 'unit', titled('单位', 'Unit', 'Unidad', '単位')),
  text('toLocation', titled('去库位', 'To', 'A', '移動先'), 16),
  coded('reason', 'unpackReason', titled('原因', 'Reason', 'Motivo', '理由')),
  warehouse,
  text('byName', titled('操作人', 'By', 'Por', '担当')),
  moment('at', titled('时间', 'At', 'Fecha', '日時')),
  remark,
]
