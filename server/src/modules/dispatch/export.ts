import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { ArrangementRow, exportArrangements } from '@xunyun/contract/dispatch/calls'
import type { Input } from '@xunyun/contract/kernel/call'
import type { Language } from '@xunyun/contract/pages'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { type ListColumn, sendList, titled } from '../../platform/excel/list.ts'
import { listTrips } from './queries.ts'

const words = (type: DictionaryType, key: keyof ArrangementRow) => (row: ArrangementRow, language: Language) =>
  wordFor(type, String(row[key]), language)

/** What an export of trips may hold, by the keys of a list row. */
const columns: readonly ListColumn<ArrangementRow>[] = [
  { key: 'arrangementNo', type: 'text', width: 16, titles: titled('安排单号', 'Trip no.', 'N.º de viaje', '配車番号') },
  {
    key: 'type',
    type: 'text',
    width: 8,
    titles: titled('类型', 'Type', 'Tipo', '種別'),
    value: words('arrangementType', 'type'),
  },
  {
    key: 'state',
    type: 'text',
    width: 10,
    titles: titled('安排状态', 'State', 'Estado', '状態'),
    value: words('arrangementState', 'state'),
  },
  { key: 'plateNo', type: 'text', width: 12, titles: titled('车牌', 'Plate', 'Matrícula', 'ナンバー') },
  { key: 'driverName', type: 'text', width: 10, titles: titled('司机', 'Driver', 'Conductor', 'ドライバー') },
  { key: 'driverPhone', type: 'text', width: 14, titles: titled('电话', 'Phone', 'Teléfono', '電話') },
  { key: 'carrierName', type: 'text', width: 20, titles: titled('承运商', 'Carrier', 'Transportista', '運送会社') },
  { key: 'fromName', type: 'text', width: 14, titles: titled('起点', 'From', 'Origen', '出発地') },
  { key: 'toName', type: 'text', width: 14, titles: titled('终点', 'To', 'Destino', '到着地') },
  { key: 'waybills', type: 'integer', width: 8, titles: titled('票数', 'Waybills', 'Guías', '件数') },
  { key: 'pieces', type: 'integer', width: 8, titles: titled('件数', 'Pieces', 'Piezas', '個数') },
  { key: 'weight', type: 'weight', width: 12, titles: titled('重量 kg', 'Weight kg', 'Peso kg', '重量 kg') },
  { key: 'volume', type: 'volume', width: 12, titles: titled('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³') },
  { key: 'loadRate', type: 'text', width: 10, titles: titled('装载率 %', 'Load %', 'Carga %', '積載率 %') },
  { key: 'planAt', type: 'moment', width: 16, titles: titled('计划时间', 'Planned', 'Previsto', '予定') },
  { key: 'departAt', type: 'moment', width: 16, titles: titled('发车时间', 'Departed', 'Salida', '出発') },
  { key: 'arriveAt', type: 'moment', width: 16, titles: titled('到达时间', 'Arrived', 'Llegada', '到着') },
  { key: 'sealNo', type: 'text', width: 14, titles: titled('铅封号', 'Seal no.', 'Precinto', '封印番号') },
  { key: 'km', type: 'text', width: 8, titles: titled('公里', 'km', 'km', 'km') },
  { key: 'outletName', type: 'text', width: 14, titles: titled('网点', 'Outlet', 'Sede', '拠点') },
  { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') },
]
const sheetName = titled('安排', 'Trips', 'Viajes', '配車')

/** The whole filter as a streamed Excel file. */
export function exportTrips(
  tx: Tx,
  actor: Actor,
  reply: FastifyReply,
  input: Input<typeof exportArrangements>,
): Promise<FastifyReply> {
  const { columns: keys, ...filter } = input
  return sendList(reply, actor.language, sheetName[actor.language], columns, keys, (request) =>
    listTrips(tx, actor, { ...filter, ...request, page: undefined }),
  )
}
