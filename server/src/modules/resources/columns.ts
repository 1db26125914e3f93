import { wordFor } from '@xunyun/contract/dictionary'
import type { Titles } from '@xunyun/contract/pages'
import type { PaperState, VehicleRow } from '@xunyun/contract/resources/calls'
import type { DriverRow } from '@xunyun/contract/resources/drivers'
import { type ListColumn, listColumn, titled, yes } from '../../platform/excel/list.ts'

const paperWords: Readonly<Record<PaperState, Titles>> = {
  valid: titled('有效', 'Valid', 'Vigente', '有効'),
  expiring: titled('将到期', 'Expiring', 'Por vencer', '期限間近'),
  expired: titled('已到期', 'Expired', 'Vencido', '期限切れ'),
  none: titled('未登记', 'Not recorded', 'Sin registrar', '未登録'),
}
const carrier = listColumn('resources:vehicle.carrierName', 'text', { width: 24 })
const nearest = listColumn('resources:vehicle.nearestExpiry', 'date')
const remark = listColumn('resources:vehicle.remark', 'text', { width: 24 })
const createdAt = listColumn('resources:vehicle.createdAt', 'moment')
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
  listColumn('resources:vehicle.plateNo', 'text', { width: 12 }),
  listColumn('resources:vehicle.type', 'text', { width: 10, words: 'vehicleType' }),
  listColumn('resources:vehicle.plateColor', 'text', { width: 10, words: 'plateColor' }),
  listColumn('resources:vehicle.model', 'text', { words: 'vehicleModel' }),
  listColumn('resources:vehicle.loadKg', 'weight', { unit: 'kg' }),
  listColumn('resources:vehicle.volumeM3', 'volume', { unit: 'm³' }),
  listColumn('resources:vehicle.driverName', 'text'),
  listColumn('resources:vehicle.driverPhone', 'text'),
  carrier,
  listColumn('resources:vehicle.state', 'text', { words: 'vehicleState' }),
  listColumn('resources:vehicle.arrangementNo', 'text'),
  nearest,
  ...papers,
  listColumn('resources:vehicle.trailerNo', 'text', { width: 12 }),
  listColumn('resources:vehicle.size', 'text', {
    unit: 'm',
    value: ({ lengthM, widthM, heightM }) =>
      lengthM === null && widthM === null && heightM === null
        ? ''
        : [lengthM, widthM, heightM].map((value) => value ?? '?').join('×'),
  }),
  listColumn('resources:vehicle.owner', 'text', { width: 24 }),
  listColumn('resources:vehicle.cold', 'text', { width: 8, value: ({ cold }, language) => yes(cold, language) }),
  listColumn('resources:vehicle.temperature', 'text', {
    unit: '℃',
    value: ({ tempMin, tempMax }) => (tempMin === null && tempMax === null ? '' : `${tempMin ?? ''}~${tempMax ?? ''}`),
  }),
  listColumn('resources:vehicle.hazard', 'text', { width: 8, value: ({ hazard }, language) => yes(hazard, language) }),
  listColumn('resources:vehicle.licenceNo', 'text'),
  listColumn('resources:vehicle.licenceExpiry', 'date'),
  listColumn('resources:vehicle.permitNo', 'text'),
  listColumn('resources:vehicle.permitExpiry', 'date'),
  listColumn('resources:vehicle.inspectionExpiry', 'date'),
  listColumn('resources:vehicle.insuranceExpiry', 'date'),
  remark,
  createdAt,
]

export const driverColumns: readonly ListColumn<DriverRow>[] = [
  listColumn('resources:driver.name', 'text'),
  listColumn('resources:driver.mobile', 'text'),
  carrier,
  listColumn('resources:driver.licenceClass', 'text', { width: 8 }),
  listColumn('resources:driver.licenceNo', 'text', { width: 20 }),
  listColumn('resources:driver.licenceExpiry', 'date'),
  listColumn('resources:driver.qualificationNo', 'text', { width: 20 }),
  listColumn('resources:driver.qualificationExpiry', 'date'),
  listColumn('resources:driver.plates', 'text', { value: ({ plates }) => plates.join(', ') }),
  {
    key: 'enabled',
    type: 'text',
    width: 8,
    titles: titled('启用', 'Enabled', 'Activo', '有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
  nearest,
  ...papers,
  listColumn('resources:driver.idCard', 'text', { key: 'idCardMasked', width: 22 }),
  listColumn('resources:driver.bankName', 'text', { width: 22 }),
  listColumn('resources:driver.bankAccount', 'text', { key: 'bankAccountMasked' }),
  remark,
  createdAt,
]
