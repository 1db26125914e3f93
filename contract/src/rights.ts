import type { Kind } from './kernel/call.ts'
import type { Language, PageKey, Titles } from './pages.ts'

/** Rights by trade: the roles that a company begins with (domain §1, presets). */
export const jobs = [
  'administrator',
  'operator',
  'dispatcher',
  'auditor',
  'warehouse',
  'finance',
  'service',
  'driver',
  'customer',
] as const
export type Job = (typeof jobs)[number]

export const jobTitles: Readonly<Record<Job, Titles>> = {
  administrator: { zh: '系统管理员', en: 'Administrator', es: 'Administrador', ja: 'システム管理者' },
  operator: { zh: '操作员', en: 'Operator', es: 'Operador', ja: 'オペレーター' },
  dispatcher: { zh: '调度', en: 'Dispatcher', es: 'Despachador', ja: '配車担当' },
  auditor: { zh: '审核员', en: 'Auditor', es: 'Auditor', ja: '審査担当' },
  warehouse: { zh: '仓管员', en: 'Warehouse keeper', es: 'Almacenero', ja: '倉庫担当' },
  finance: { zh: '财务', en: 'Finance', es: 'Finanzas', ja: '経理' },
  service: { zh: '客服', en: 'Customer service', es: 'Atención al cliente', ja: 'カスタマーサービス' },
  driver: { zh: '司机', en: 'Driver', es: 'Conductor', ja: 'ドライバー' },
  customer: { zh: '客户', en: 'Customer', es: 'Cliente', ja: '顧客' },
}

/** What a role is called: one that came with the product by the word of the language, until the company renames it. */
export const roleName = (name: string, preset: string | null, language: Language): string =>
  isJob(preset) && name === jobTitles[preset].zh ? jobTitles[preset][language] : name

/** The name that is kept: a preset's own title in any language is its title. */
export const keptRoleName = (name: string, preset: string | null): string =>
  isJob(preset) && Object.values(jobTitles[preset]).includes(name) ? jobTitles[preset].zh : name

export const isJob = (key: string | null): key is Job => (jobs as readonly (string | null)[]).includes(key)

const all = (...pages: PageKey[]) => pages
/** Where shipments are, what they earn and what lies in the warehouses, for those who do not work on them. */
const enquiries = all(
  'transport',
  'freight',
  'integratedStock',
  'warehouseStock',
  'integratedSerialInfo',
  'integratedSummaryInfo',
  'integratedSummaryInfo1',
)

/** The highest kind on each page. A job none of whose pages is built is not offered; the administrator has every page. */
export const jobRights: Readonly<Record<Exclude<Job, 'administrator'>, Readonly<Partial<Record<PageKey, Kind>>>>> = {
  operator: grant({
    edit: all(
      'taskList',
      'phoneList',
      'allWayBill',
      'companyView',
      'companyManage',
      'contactCustomer',
      'contactShipper',
      'contactConsignee',
      'arrangedOrder',
      'specialDelivery',
      'specialList',
      'courierDelivery',
      'courierList',
      'arrangeScan',
      'wayBillList',
      'transportPrice',
      'quotation',
      'hashList',
      'addServices',
      'stockNumber',
      'combination',
      'wareNotice',
      'outboundNotice',
      'outboundWork',
      'incOrDec',
      'handIn',
      'billApply',
      'billApplyList',
      'costApplication',
      'incOrDecList',
      'trackList',
      'track',
      'unshippedList',
      'noSignList',
      'unTrackList',
      'keyPiecesList',
      'abnormalList',
      'complaintList',
      'GPSRetrieve',
      'GPSBindle',
      'receiptList',
    ),
    browse: all(
      'billing',
      'GPSStock',
      'GPSList',
      'feeList',
      'payment',
      'cod',
      'statement',
      'cashAccount',
      'receive',
      'outBound',
      'unreviewed',
      'priceCheck',
      'printDocuments',
      'statistics',
      'companySupplier',
      'contactSupplier',
      'vehicleAll',
      'driver',
      'arrangeList',
      'carArrange',
      'haveArranged',
      'gCode',
      'wList',
      'stock',
      ...enquiries,
    ),
  }),
  dispatcher: grant({
    edit: all(
      'arrangedOrder',
      'arrangeOperate',
      'arrangeScan',
      'arrangeList',
      'carArrange',
      'haveArranged',
      'specialDelivery',
      'specialList',
      'vehicleAll',
      'vehicleOwn',
      'vehicleContract',
      'vehicleHired',
      'carCostApply',
      'costApplication',
      'trackList',
      'track',
      'unshippedList',
      'noSignList',
      'unTrackList',
      'keyPiecesList',
      'abnormalList',
      'complaintList',
      'GPSStock',
      'GPSRetrieve',
      'GPSBindle',
      'GPSList',
    ),
    approve: all('arrangeList', 'driver', 'companySupplier', 'contactSupplier'),
    browse: all('companyManage', 'unreviewed', 'statistics', 'printDocuments', 'courierList', 'feeList', 'costView'),
    also: { allWayBill: 'edit' },
  }),
  auditor: grant({
    approve: all(
      'unreviewed',
      'priceCheck',
      'carCost',
      'specialCost',
      'courierCost',
      'costZJ',
      'billApplyList',
      'billApplyAudit',
      'transportPrice',
      'quotation',
      'wayBillList',
      'companyView',
      'addServices',
      'phoneList',
      'specialList',
      'courierList',
      'count',
      'GPSStock',
      'GPSRetrieve',
      'GPSList',
      'unshippedList',
      'noSignList',
      'unTrackList',
      'keyPiecesList',
      'abnormalList',
      'complaintList',
      'receiptList',
      'payment',
      'cod',
      'statement',
      'cashAccount',
    ),
    edit: all('hashList', 'payOut', 'payEarly', 'roundOff', 'badDebt', 'makeRed', 'payOutCod'),
    browse: all(
      'allWayBill',
      'companyManage',
      'statistics',
      'incOrDecList',
      'carCostApply',
      'costApplication',
      'feeList',
      'costView',
    ),
  }),
  warehouse: grant({
    edit: all(
      'gCode',
      'wLocation',
      'stockNumber',
      'combination',
      'wareNotice',
      'receive',
      'outboundNotice',
      'outboundWork',
      'outBound',
      'encasement',
      'enchase',
      'moveStock',
      'count',
      'courierDelivery',
      'arrangeScan',
      'costApplication',
      'GPSStock',
    ),
    approve: all('ground', 'outboundYield'),
    browse: all(
      'printDocuments',
      'wList',
      'stock',
      'serialInfo',
      'summaryInfo',
      'summaryInfo1',
      'arrangeOperate',
      'arrangeList',
    ),
  }),
  finance: grant({
    edit: all(
      'wayBillList',
      'transportPrice',
      'quotation',
      'companyView',
      'incOrDec',
      'profit',
      'incOrDecList',
      'carCostApply',
      'costApplication',
      'payment',
      'cod',
      'statement',
      'cashAccount',
      'billing',
      'billApply',
      'billApplyList',
      'closeMonth',
      'reopenMonth',
      'badDebt',
      'makeRed',
      'payOutCod',
    ),
    approve: all('unreviewed', 'carCost', 'specialCost', 'courierCost', 'costZJ', 'billApplyAudit', 'handIn'),
    browse: all(
      'allWayBill',
      'feeList',
      'costView',
      'profitView',
      'companySupplier',
      'arrangeList',
      'specialList',
      'courierList',
      'hashList',
      'statistics',
      'receiptList',
      ...enquiries,
    ),
  }),
  service: grant({
    edit: all(
      'taskList',
      'phoneList',
      'companyManage',
      'contactCustomer',
      'contactShipper',
      'contactConsignee',
      'addServices',
      'wareNotice',
      'outboundNotice',
      'trackList',
      'track',
      'unshippedList',
      'noSignList',
      'unTrackList',
      'keyPiecesList',
      'abnormalList',
      'complaintList',
      'receiptList',
    ),
    browse: all(
      'companyView',
      'haveArranged',
      'arrangeList',
      'specialList',
      'courierList',
      'hashList',
      'stock',
      'GPSList',
      ...enquiries,
    ),
    also: { allWayBill: 'edit' },
  }),
  driver: grant({ edit: all('phoneOrder', 'GPSBindle', 'handIn', 'receiptList') }),
  customer: grant({
    edit: all('taskList', 'phoneOrder', 'wareNotice', 'outboundNotice'),
    browse: all('allWayBill', 'trackList', 'feeList', 'GPSList', 'receiptList', 'stockNumber', ...enquiries),
  }),
}

function grant(by: {
  browse?: PageKey[]
  edit?: PageKey[]
  approve?: PageKey[]
  also?: Partial<Record<PageKey, Kind>>
}) {
  const rights: Partial<Record<PageKey, Kind>> = { ...by.also }
  for (const kind of ['browse', 'edit', 'approve'] as const) for (const page of by[kind] ?? []) rights[page] = kind
  return rights
}

export const kinds = ['browse', 'edit', 'approve'] as const satisfies readonly Kind[]

/** What is allowed on one page. */
export type Allowed = { readonly browse: boolean; readonly edit: boolean; readonly approve: boolean }
/** A user's own right on top of the roles: true grants, false denies, null leaves it to the roles. */
export type Own = { readonly browse: boolean | null; readonly edit: boolean | null; readonly approve: boolean | null }

export const nothingAllowed: Allowed = { browse: false, edit: false, approve: false }
export const nothingOwn: Own = { browse: null, edit: null, approve: null }

/** Edit and approve contain browse (SE-08). */
export const withBrowse = ({ browse, edit, approve }: Allowed): Allowed => ({
  browse: browse || edit || approve,
  edit,
  approve,
})

/**
 * What holds when a user's own right lies on top of what the roles give: the same as the view `effective_right`, for
 * what is not saved yet. Who may not look may do nothing.
 */
export function effectOf(role: Allowed, own: Own): Allowed {
  if (own.browse === false) return nothingAllowed
  const edit = own.edit ?? role.edit
  const approve = own.approve ?? role.approve
  return withBrowse({ browse: own.browse ?? role.browse, edit, approve })
}

/** The own right by which a wanted effect comes about: where the roles say the same, nothing (ADR 006). */
export function ownFor(role: Allowed, wanted: Allowed): Own {
  const { browse, edit, approve } = withBrowse(wanted)
  return {
    browse: browse === role.browse ? null : browse,
    edit: edit === role.edit ? null : edit,
    approve: approve === role.approve ? null : approve,
  }
}

export const sameAllowed = (a: Allowed, b: Allowed): boolean => kinds.every((kind) => a[kind] === b[kind])
