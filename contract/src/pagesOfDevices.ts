import { prefix } from './prefix.ts'

/** Pages of GPS devices; a part of pages.ts. */
export const devicePages = {
  /** Binding a GPS device to a waybill, a trip or a vehicle. */
  GPSBindle: {
    path: `${prefix}/operations/GPSBindle`,
    side: 'devices',
    titles: { zh: 'GPS 绑定', en: 'Bind GPS', es: 'Vincular GPS', ja: 'GPS取付' },
  },
  GPSList: {
    path: `${prefix}/operations/GPSList`,
    side: 'devices',
    titles: { zh: 'GPS 绑定列表', en: 'GPS bindings', es: 'GPS vinculados', ja: 'GPS取付一覧' },
  },
  GPSStock: {
    path: '/resourceManage/GPSStock',
    side: 'deviceKeeping',
    titles: { zh: 'GPS库存状态', en: 'GPS stock', es: 'Inventario GPS', ja: 'GPS在庫' },
  },
  GPSRetrieve: {
    path: '/resourceManage/GPSRetrieve',
    side: 'deviceKeeping',
    titles: { zh: 'GPS回库', en: 'GPS returns', es: 'Devolución de GPS', ja: 'GPS回収' },
  },
} as const
