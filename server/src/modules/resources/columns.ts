import { wordFor } from '@xunyun/contract/dictionary'
import type { Titles } from '@xunyun/contract/pages'
import type { PaperState, VehicleRow } from '@xunyun/contract/resources/calls'
import type { DriverRow } from '@xunyun/contract/resources/drivers'
import { type ListColumn, titled, yes } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'

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
  titles: fieldWord('resources:vehicle.carrierName'),
} as const
const nearest = {
  key: 'nearestExpiry',
  type: 'date',
  titles: fieldWord('resources:vehicle.nearestExpiry'),
} as const
const remark = { key: 'remark', type: 'text', width: 24, titles: fieldWord('resources:vehicle.remark') } as const
const createdAt = {
  key: 'createdAt',
  type: 'moment',
  titles: fieldWord('resources:vehicle.createdAt'),
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
  { key: 'plateNo', type: 'text', width: 12, titles: fieldWord('resources:vehicle.plateNo') },
  {
    key: 'type',
    type: 'text',
    width: 10,
    titles: fieldWord('resources:vehicle.type'),
    value: ({ type }, language) => wordFor('vehicleType', type, language),
  },
  {
    key: 'plateColor',
    type: 'text',
    width: 10,
    titles: fieldWord('resources:vehicle.plateColor'),
    value: ({ plateColor }, language) => wordFor('plateColor', plateColor, language),
  },
  {
    key: 'model',
    type: 'text',
    titles: fieldWord('resources:vehicle.model'),
    value: ({ model }, language) => wordFor('vehicleModel', model, language),
  },
  { key: 'loadKg', type: 'weight', titles: fieldWord('resources:vehicle.loadKg', 'kg') },
  { key: 'volumeM3', type: 'volume', titles: fieldWord('resources:vehicle.volumeM3', 'm³') },
  { key: 'driverName', type: 'text', titles: fieldWord('resources:vehicle.driverName') },
  { key: 'driverPhone', type: 'text', titles: fieldWord('resources:vehicle.driverPhone') },
  carrier,
  {
    key: 'state',
    type: 'text',
    titles: fieldWord('resources:vehicle.state'),
    value: ({ state }, language) => wordFor('vehicleState', state, language),
  },
  { key: 'arrangementNo', type: 'text', titles: fieldWord('resources:vehicle.arrangementNo') },
  nearest,
  ...papers,
  { key: 'trailerNo', type: 'text', width: 12, titles: fieldWord('resources:vehicle.trailerNo') },
  {
    key: 'size',
    type: 'text',
    titles: fieldWord('resources:vehicle.size', 'm'),
    value: ({ lengthM, widthM, heightM }) =>
      lengthM === null && widthM === null && heightM === null
        ? ''
        : [lengthM, widthM, heightM].map((value) => value ?? '?').join('×'),
  },
  { key: 'owner', type: 'text', width: 24, titles: fieldWord('resources:vehicle.owner') },
  {
    key: 'cold',
    type: 'text',
    width: 8,
    titles: fieldWord('resources:vehicle.cold'),
    value: ({ cold }, language) => yes(cold, language),
  },
  {
    key: 'temperature',
    type: 'text',
    titles: fieldWord('resources:vehicle.temperature', '℃'),
    value: ({ tempMin, tempMax }) => (tempMin === null && tempMax === null ? '' : `${tempMin ?? ''}~${tempMax ?? ''}`),
  },
  {
    key: 'hazard',
    type: 'text',
    width: 8,
    titles: fieldWord('resources:vehicle.hazard'),
    value: ({ hazard }, language) => yes(hazard, language),
  },
  { key: 'licenceNo', type: 'text', titles: fieldWord('resources:vehicle.licenceNo') },
  {
    key: 'licenceExpiry',
    type: 'date',
    titles: fieldWord('resources:vehicle.licenceExpiry'),
  },
  { key: 'permitNo', type: 'text', titles: fieldWord('resources:vehicle.permitNo') },
  {
    key: 'permitExpiry',
    type: 'date',
    titles: fieldWord('resources:vehicle.permitExpiry'),
  },
  {
    key: 'inspectionExpiry',
    type: 'date',
    titles: fieldWord('resources:vehicle.inspectionExpiry'),
  },
  { key: 'insuranceExpiry', type: 'date', titles: fieldWord('resources:vehicle.insuranceExpiry') },
  remark,
  createdAt,
]

export const driverColumns: readonly ListColumn<DriverRow>[] = [
  { key: 'name', type: 'text', titles: fieldWord('resources:driver.name') },
  { key: 'mobile', type: 'text', titles: fieldWord('resources:driver.mobile') },
  carrier,
  { key: 'licenceClass', type: 'text', width: 8, titles: fieldWord('resources:driver.licenceClass') },
  {
    key: 'licenceNo',
    type: 'text',
    width: 20,
    titles: fieldWord('resources:driver.licenceNo'),
  },
  { key: 'licenceExpiry', type: 'date', titles: fieldWord('resources:driver.licenceExpiry') },
  {
    key: 'qualificationNo',
    type: 'text',
    width: 20,
    titles: fieldWord('resources:driver.qualificationNo'),
  },
  {
    key: 'qualificationExpiry',
    type: 'date',
    titles: fieldWord('resources:driver.qualificationExpiry'),
  },
  {
    key: 'plates',
    type: 'text',
    titles: fieldWord('resources:driver.plates'),
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
  { key: 'idCardMasked', type: 'text', width: 22, titles: fieldWord('resources:driver.idCard') },
  { key: 'bankName', type: 'text', width: 22, titles: fieldWord('resources:driver.bankName') },
  { key: 'bankAccountMasked', type: 'text', titles: fieldWord('resources:driver.bankAccount') },
  remark,
  createdAt,
]
