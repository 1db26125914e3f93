import { wordFor } from '@xunyun/contract/dictionary'
import type { Titles } from '@xunyun/contract/pages'
import type { PaperState, VehicleRow } from '@xunyun/contract/resources/calls'
import type { DriverRow } from '@xunyun/contract/resources/drivers'
import { type ListColumn, titled, yes } from '../../platform/excel/list.ts'

const paperWords: Readonly<Record<PaperState, Titles>> = {
  valid: titled('有效', 'Valid', 'Vigente', '有効'),
  expiring: titled('将到期', 'Expiring', 'Por vencer', 'まもなく期限'),
  expired: titled('已到期', 'Expired', 'Vencido', '期限切れ'),
  none: titled('未登记', 'Not recorded', 'Sin registrar', '未登録'),
}
const carrier = {
  key: 'carrierName',
  type: 'text',
  width: 24,
  titles: titled('承运商', 'Carrier', 'Transportista', '運送会社'),
} as const
const nearest = {
  key: 'nearestExpiry',
  type: 'date',
  titles: titled('最近到期', 'Next expiry', 'Próximo vencimiento', '直近の期限'),
} as const
const remark = { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') } as const
const createdAt = {
  key: 'createdAt',
  type: 'moment',
  titles: titled('创建时间', 'Created', 'Creado', '作成日時'),
} as const
type WithPapers = { nearestPaper: string | null; paperState: PaperState }
const papers: readonly ListColumn<WithPapers>[] = [
  {
    key: 'nearestPaper',
    type: 'text',
    titles: titled('到期证照', 'Expiring paper', 'Documento', '期限の書類'),
    value: ({ nearestPaper }, language) => nearestPaper && wordFor('paper', nearestPaper, language),
  },
  {
    key: 'paperState',
    type: 'text',
    titles: titled('证照状态', 'Papers', 'Documentos', '書類の状態'),
    value: ({ paperState }, language) => paperWords[paperState][language],
  },
]

/** The columns of the exports; keys are those of the pages. */
export const vehicleColumns: readonly ListColumn<VehicleRow>[] = [
  { key: 'plateNo', type: 'text', width: 12, titles: titled('车牌', 'Plate', 'Matrícula', 'ナンバー') },
  {
    key: 'type',
    type: 'text',
    width: 10,
    titles: titled('类型', 'Type', 'Tipo', '種別'),
    value: ({ type }, language) => wordFor('vehicleType', type, language),
  },
  {
    key: 'plateColor',
    type: 'text',
    width: 10,
    titles: titled('车牌颜色', 'Plate colour', 'Color', 'ナンバー色'),
    value: ({ plateColor }, language) => wordFor('plateColor', plateColor, language),
  },
  {
    key: 'model',
    type: 'text',
    titles: titled('车型', 'Model', 'Modelo', '車型'),
    value: ({ model }, language) => wordFor('vehicleModel', model, language),
  },
  { key: 'loadKg', type: 'weight', titles: titled('载重(kg)', 'Load (kg)', 'Carga (kg)', '積載量(kg)') },
  { key: 'volumeM3', type: 'volume', titles: titled('容积(m³)', 'Volume (m³)', 'Volumen (m³)', '容積(m³)') },
  { key: 'driverName', type: 'text', titles: titled('司机', 'Driver', 'Conductor', 'ドライバー') },
  { key: 'driverPhone', type: 'text', titles: titled('司机电话', 'Driver phone', 'Tel. conductor', 'ドライバー電話') },
  carrier,
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: ({ state }, language) => wordFor('vehicleState', state, language),
  },
  { key: 'arrangementNo', type: 'text', titles: titled('当前安排', 'Current trip', 'Viaje actual', '現在の配車') },
  nearest,
  ...papers,
  { key: 'trailerNo', type: 'text', width: 12, titles: titled('挂车', 'Trailer', 'Remolque', 'トレーラー') },
  {
    key: 'size',
    type: 'text',
    titles: titled('长×宽×高(m)', 'L×W×H (m)', 'L×A×H (m)', '長×幅×高(m)'),
    value: ({ lengthM, widthM, heightM }) =>
      lengthM === null && widthM === null && heightM === null
        ? ''
        : [lengthM, widthM, heightM].map((value) => value ?? '?').join('×'),
  },
  { key: 'owner', type: 'text', width: 24, titles: titled('所有人', 'Owner', 'Propietario', '所有者') },
  {
    key: 'cold',
    type: 'text',
    width: 8,
    titles: titled('冷藏', 'Refrigerated', 'Frigorífico', '冷蔵'),
    value: ({ cold }, language) => yes(cold, language),
  },
  {
    key: 'temperature',
    type: 'text',
    titles: titled('温区(℃)', 'Range (℃)', 'Rango (℃)', '温度帯(℃)'),
    value: ({ tempMin, tempMax }) => (tempMin === null && tempMax === null ? '' : `${tempMin ?? ''}~${tempMax ?? ''}`),
  },
  {
    key: 'hazard',
    type: 'text',
    width: 8,
    titles: titled('危品', 'Hazardous', 'Peligrosa', '危険物'),
    value: ({ hazard }, language) => yes(hazard, language),
  },
  { key: 'licenceNo', type: 'text', titles: titled('行驶证号', 'Licence no.', 'N.º de permiso', '車検証番号') },
  {
    key: 'licenceExpiry',
    type: 'date',
    titles: titled('行驶证到期', 'Licence expires', 'Vence permiso', '車検証期限'),
  },
  { key: 'permitNo', type: 'text', titles: titled('营运证号', 'Permit no.', 'N.º de operación', '営業許可番号') },
  {
    key: 'permitExpiry',
    type: 'date',
    titles: titled('营运证到期', 'Permit expires', 'Vence operación', '営業許可期限'),
  },
  {
    key: 'inspectionExpiry',
    type: 'date',
    titles: titled('年检到期', 'Inspection due', 'Vence inspección', '検査期限'),
  },
  { key: 'insuranceExpiry', type: 'date', titles: titled('保险到期', 'Insurance ends', 'Vence seguro', '保険期限') },
  remark,
  createdAt,
]

export const driverColumns: readonly ListColumn<DriverRow>[] = [
  { key: 'name', type: 'text', titles: titled('姓名', 'Name', 'Nombre', '氏名') },
  { key: 'mobile', type: 'text', titles: titled('电话', 'Phone', 'Teléfono', '電話') },
  carrier,
  { key: 'licenceClass', type: 'text', width: 8, titles: titled('准驾', 'Class', 'Clase', '免許種別') },
  {
    key: 'licenceNo',
    type: 'text',
    width: 20,
    titles: titled('驾驶证号', 'Licence no.', 'N.º de licencia', '免許番号'),
  },
  { key: 'licenceExpiry', type: 'date', titles: titled('驾驶证到期', 'Licence expires', 'Vence licencia', '免許期限') },
  {
    key: 'qualificationNo',
    type: 'text',
    width: 20,
    titles: titled('从业资格证', 'Qualification', 'Cualificación', '従業資格証'),
  },
  {
    key: 'qualificationExpiry',
    type: 'date',
    titles: titled('资格证到期', 'Qualification ends', 'Vence cualificación', '資格証期限'),
  },
  {
    key: 'plates',
    type: 'text',
    titles: titled('默认车牌', 'Usual plates', 'Matrículas', '既定ナンバー'),
    value: ({ plates }) => plates.join(', '),
  },
  {
    key: 'enabled',
    type: 'text',
    width: 8,
    titles: titled('启用', 'Enabled', 'Activo', '有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
  nearest,
  ...papers,
  { key: 'idCardMasked', type: 'text', width: 22, titles: titled('身份证', 'Identity no.', 'Identidad', '身分証番号') },
  { key: 'bankName', type: 'text', width: 22, titles: titled('开户行', 'Bank', 'Banco', '銀行') },
  { key: 'bankAccountMasked', type: 'text', titles: titled('账号', 'Account', 'Cuenta', '口座') },
  remark,
  createdAt,
]
