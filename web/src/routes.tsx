import { type PageKey, pageKeys, pageOf } from '@xunyun/contract/pages'
import { withTexts } from './shared/i18n/i18n.ts'
import { type Screen, screen } from './shell/screen.tsx'

/** Every screen: page key → its component, fetched when it is opened. A page that is not here has no address. */
export const screens: Readonly<Partial<Record<PageKey, Screen>>> = {
  dashboard: screen(() => import('./features/dashboard/DashboardPage.tsx')),
  profile: screen(() => import('./features/system/profile/ProfilePage.tsx')),
  sessions: screen(() => import('./features/system/sessions/SessionsPage.tsx')),
  history: screen(() =>
    withTexts(
      [
        'handedOut',
        'goods',
        'warehouse/receiving',
        'warehouse/shipping',
        'mobileOrders',
        'costs',
        'close',
        'invoices',
        'payments',
        'collections',
        'statements',
        'cases',
        'watch',
        'devices',
        'printing',
        'warehouse/ledger',
        'warehouse/storing',
        'warehouse/masters',
        'warehouse/locations',
        'warehouse/kitting',
        'warehouse/billing',
      ],
      import('./features/system/history/HistoryPage.tsx'),
    ),
  ),
  jobs: screen(() => import('./features/system/jobs/JobsPage.tsx')),
  clientErrors: screen(() => import('./features/system/clientErrors/ClientErrorsPage.tsx')),
  icons: screen(() => import('./features/system/icons/IconsPage.tsx')),
  user: screen(() => import('./features/system/users/UsersPage.tsx')),
  menu: screen(() => import('./features/system/menus/MenuPage.tsx')),
  gCode: screen(() => import('./features/system/categories/CategoriesPage.tsx')),
  gCodeBranch: screen(() => import('./features/system/categories/CategoriesPage.tsx')),
  dictionary: screen(() => import('./features/system/dictionary/DictionaryPage.tsx')),
  role: screen(() => import('./features/system/roles/RolesPage.tsx')),
  mailInfo: screen(() => import('./features/system/mail/MailPage.tsx')),
  wxbind: screen(() => import('./features/system/wechat/WeChatBindingsPage.tsx')),
  allWayBill: screen(() => import('./features/waybills/AllWaybillsPage.tsx')),
  taskList: screen(() => withTexts(['mobileOrders'], import('./features/waybills/NewWaybillPage.tsx'))),
  phoneList: screen(() => withTexts(['mobileOrders'], import('./features/mobileOrders/MobileOrdersPage.tsx'))),
  phoneOrder: screen(() => withTexts(['mobileOrders'], import('./features/mobileOrders/PlaceMobileOrderPage.tsx'))),
  waybill: screen(() => import('./features/waybills/WaybillPage.tsx')),
  printDocuments: screen(() => withTexts(['printing'], import('./features/printing/PrintPage.tsx'))),
  printTemplate: screen(() => withTexts(['printing'], import('./features/printing/TemplatesPage.tsx'))),
  arrangedOrder: screen(() => import('./features/dispatch/WaitingPage.tsx')),
  arrangeOperate: screen(() => import('./features/dispatch/ArrangePage.tsx')),
  arrangeScan: screen(() => withTexts(['scan', 'tripScan'], import('./features/dispatch/scan/TripScanPage.tsx'))),
  arrangeList: screen(() => import('./features/dispatch/TripsPage.tsx')),
  carCostApply: screen(() => withTexts(['costs', 'tripCosts'], import('./features/costs/trips/CarCostPage.tsx'))),
  carArrange: screen(() => withTexts(['board'], import('./features/dispatch/board/BoardPage.tsx'))),
  costApplication: screen(() =>
    withTexts(['costs', 'tripCosts', 'fees'], import('./features/costs/expenses/ExpensesPage.tsx')),
  ),
  feeList: screen(() => withTexts(['costs', 'fees'], import('./features/costs/fees/FeeListPage.tsx'))),
  haveArranged: screen(() => import('./features/dispatch/ArrangedPage.tsx')),
  specialDelivery: screen(() => withTexts(['handedOut'], import('./features/dispatch/special/SpecialPage.tsx'))),
  specialList: screen(() => withTexts(['handedOut'], import('./features/dispatch/special/SpecialListPage.tsx'))),
  courierDelivery: screen(() => withTexts(['handedOut'], import('./features/dispatch/courier/CourierPage.tsx'))),
  courierList: screen(() => withTexts(['handedOut'], import('./features/dispatch/courier/CourierListPage.tsx'))),
  trackList: screen(() => withTexts(['tracking'], import('./features/waybills/tracks/TrackListPage.tsx'))),
  track: screen(() => withTexts(['tracking'], import('./features/waybills/tracks/TrackDeskPage.tsx'))),
  unshippedList: screen(() => withTexts(['tracking', 'watch'], import('./features/watch/UnshippedPage.tsx'))),
  noSignList: screen(() => withTexts(['tracking', 'watch'], import('./features/watch/NoSignPage.tsx'))),
  unTrackList: screen(() => withTexts(['tracking', 'watch'], import('./features/watch/UnTrackPage.tsx'))),
  keyPiecesList: screen(() => withTexts(['tracking', 'watch'], import('./features/watch/KeyPiecesPage.tsx'))),
  abnormalList: screen(() =>
    withTexts(['tracking', 'watch', 'cases', 'dispatch'], import('./features/cases/AbnormalsPage.tsx')),
  ),
  complaintList: screen(() => withTexts(['tracking', 'watch', 'cases'], import('./features/cases/ComplaintsPage.tsx'))),
  GPSStock: screen(() => withTexts(['devices'], import('./features/devices/DevicesPage.tsx'))),
  GPSRetrieve: screen(() => withTexts(['devices', 'scan'], import('./features/devices/ReturnsPage.tsx'))),
  GPSBindle: screen(() => withTexts(['devices', 'scan'], import('./features/devices/BindPage.tsx'))),
  GPSList: screen(() => withTexts(['devices'], import('./features/devices/BindingsPage.tsx'))),
  receiptList: screen(() =>
    withTexts(['scan', 'signedReceipts'], import('./features/signedReceipts/ReceiptsPage.tsx')),
  ),
  transport: screen(() => withTexts(['tracking', 'enquiries'], import('./features/enquiries/TransportPage.tsx'))),
  freight: screen(() => withTexts(['enquiries'], import('./features/enquiries/FreightPage.tsx'))),
  profit: screen(() =>
    withTexts(['enquiries', 'profit', 'close', 'costs'], import('./features/profit/ProfitPage.tsx')),
  ),
  profitView: screen(() => withTexts(['enquiries', 'profit'], import('./features/profit/ProfitLinesPage.tsx'))),
  payment: screen(() => withTexts(['payments', 'money', 'tripCosts'], import('./features/payments/PaymentsPage.tsx'))),
  cod: screen(() => withTexts(['collections', 'payments'], import('./features/collections/CodPage.tsx'))),
  handIn: screen(() => withTexts(['collections', 'payments'], import('./features/collections/HandInsPage.tsx'))),
  statement: screen(() => withTexts(['statements'], import('./features/statements/StatementsPage.tsx'))),
  cashAccount: screen(() => withTexts(['money'], import('./features/money/CashAccountsPage.tsx'))),
  unreviewed: screen(() => import('./features/approvals/UnreviewedPage.tsx')),
  priceCheck: screen(() => import('./features/approvals/PriceCheckPage.tsx')),
  carCost: screen(() => import('./features/approvals/CarCostReviewPage.tsx')),
  specialCost: screen(() => import('./features/approvals/SpecialCostReviewPage.tsx')),
  courierCost: screen(() => import('./features/approvals/CourierCostReviewPage.tsx')),
  costZJ: screen(() => import('./features/approvals/AdjustmentReviewPage.tsx')),
  incOrDec: screen(() => withTexts(['costs'], import('./features/costs/adjustments/AdjustPage.tsx'))),
  incOrDecList: screen(() => withTexts(['costs'], import('./features/costs/adjustments/AdjustmentsPage.tsx'))),
  billing: screen(() => withTexts(['invoices'], import('./features/invoices/BillingPage.tsx'))),
  billApply: screen(() => withTexts(['invoices'], import('./features/invoices/ApplyPage.tsx'))),
  billApplyList: screen(() => withTexts(['invoices'], import('./features/invoices/InvoicesPage.tsx'))),
  billApplyAudit: screen(() => withTexts(['invoices'], import('./features/invoices/InvoiceReviewPage.tsx'))),
  audit: screen(() => import('./features/approvals/SetupPage.tsx')),
  transportPrice: screen(() => import('./features/prices/TransportPricesPage.tsx')),
  wayBillList: screen(() => import('./features/waybills/PriceConfirmationPage.tsx')),
  addServices: screen(() => import('./features/waybills/services/ServicesPage.tsx')),
  hashList: screen(() => import('./features/waybills/chains/ChainsPage.tsx')),
  statistics: screen(() => import('./features/waybills/statistics/StatisticsPage.tsx')),
  outboundNotice: screen(() =>
    withTexts(['goods', 'warehouse/shipping'], import('./features/warehouse/shipping/OutboundNoticesPage.tsx')),
  ),
  outBound: screen(() =>
    withTexts(['goods', 'warehouse/shipping'], import('./features/warehouse/shipping/PickTasksPage.tsx')),
  ),
  outBoundScan: screen(() =>
    withTexts(['scan', 'goods', 'warehouse/shipping'], import('./features/warehouse/shipping/scan/PickScanPage.tsx')),
  ),
  encasement: screen(() =>
    withTexts(['goods', 'warehouse/shipping'], import('./features/warehouse/shipping/PackingPage.tsx')),
  ),
  encasementScan: screen(() =>
    withTexts(['scan', 'goods', 'warehouse/shipping'], import('./features/warehouse/shipping/scan/PackScanPage.tsx')),
  ),
  enchase: screen(() =>
    withTexts(['goods', 'warehouse/shipping'], import('./features/warehouse/shipping/UnpackingPage.tsx')),
  ),
  quotation: screen(() => withTexts(['warehouse/billing'], import('./features/warehouse/billing/QuotationPage.tsx'))),
  stock: screen(() =>
    withTexts(['warehouse/ledger', 'warehouse/storing'], import('./features/warehouse/ledger/StockPage.tsx')),
  ),
  serialInfo: screen(() =>
    withTexts(['warehouse/ledger', 'warehouse/storing'], import('./features/warehouse/ledger/StockLedgerPage.tsx')),
  ),
  summaryInfo: screen(() =>
    withTexts(['warehouse/ledger', 'warehouse/storing'], import('./features/warehouse/ledger/TurnoverPage.tsx')),
  ),
  moveStock: screen(() =>
    withTexts(
      ['warehouse/ledger', 'warehouse/storing'],
      import('./features/warehouse/storing/orders/MoveStockPage.tsx'),
    ),
  ),
  moveStockScan: screen(() =>
    withTexts(
      ['scan', 'warehouse/ledger', 'warehouse/storing'],
      import('./features/warehouse/storing/scan/MoveScanPage.tsx'),
    ),
  ),
  count: screen(() =>
    withTexts(['warehouse/ledger', 'warehouse/storing'], import('./features/warehouse/storing/counts/CountsPage.tsx')),
  ),
  countScan: screen(() =>
    withTexts(
      ['scan', 'warehouse/ledger', 'warehouse/storing'],
      import('./features/warehouse/storing/scan/CountScanPage.tsx'),
    ),
  ),
  summaryInfo1: screen(() =>
    withTexts(['warehouse/ledger', 'warehouse/storing'], import('./features/warehouse/ledger/BalancesPage.tsx')),
  ),
  integratedStock: screen(() =>
    withTexts(['warehouse/ledger', 'warehouse/storing'], import('./features/warehouse/ledger/ItemStockPage.tsx')),
  ),
  warehouseStock: screen(() =>
    withTexts(['warehouse/ledger', 'warehouse/storing'], import('./features/warehouse/ledger/LocationStockPage.tsx')),
  ),
  integratedSerialInfo: screen(() =>
    withTexts(['warehouse/ledger', 'warehouse/storing'], import('./features/warehouse/ledger/StockLedgerPage.tsx')),
  ),
  integratedSummaryInfo: screen(() =>
    withTexts(['warehouse/ledger', 'warehouse/storing'], import('./features/warehouse/ledger/TurnoverPage.tsx')),
  ),
  integratedSummaryInfo1: screen(() =>
    withTexts(['warehouse/ledger', 'warehouse/storing'], import('./features/warehouse/ledger/BalancesPage.tsx')),
  ),
  wareNotice: screen(() =>
    withTexts(['goods', 'warehouse/receiving'], import('./features/warehouse/receiving/InboundNoticesPage.tsx')),
  ),
  receive: screen(() =>
    withTexts(['goods', 'warehouse/receiving'], import('./features/warehouse/receiving/ReceivingPage.tsx')),
  ),
  receiveScan: screen(() =>
    withTexts(
      ['scan', 'goods', 'warehouse/receiving'],
      import('./features/warehouse/receiving/scan/ReceiveScanPage.tsx'),
    ),
  ),
  ground: screen(() =>
    withTexts(['goods', 'warehouse/receiving'], import('./features/warehouse/receiving/PutAwayPage.tsx')),
  ),
  groundScan: screen(() =>
    withTexts(
      ['scan', 'goods', 'warehouse/receiving'],
      import('./features/warehouse/receiving/scan/PutAwayScanPage.tsx'),
    ),
  ),
  companyView: screen(() => import('./features/companies/CompaniesPage.tsx')),
  companySupplier: screen(() => import('./features/companies/CompaniesPage.tsx')),
  companyManage: screen(() => import('./features/companies/CompaniesPage.tsx')),
  contactCustomer: screen(() => import('./features/companies/ContactsPage.tsx')),
  contactShipper: screen(() => import('./features/companies/ContactsPage.tsx')),
  contactConsignee: screen(() => import('./features/companies/ContactsPage.tsx')),
  contactSupplier: screen(() => import('./features/companies/ContactsPage.tsx')),
  wList: screen(() => withTexts(['warehouse/masters'], import('./features/warehouse/masters/WarehousesPage.tsx'))),
  wLocation: screen(() =>
    withTexts(['warehouse/masters', 'warehouse/locations'], import('./features/warehouse/locations/LocationsPage.tsx')),
  ),
  combination: screen(() =>
    withTexts(['goods', 'warehouse/kitting'], import('./features/warehouse/kitting/KitsPage.tsx')),
  ),
  stockNumber: screen(() => withTexts(['warehouse/masters'], import('./features/warehouse/masters/ItemsPage.tsx'))),
  driver: screen(() => import('./features/resources/DriversPage.tsx')),
  vehicleAll: screen(() => import('./features/resources/VehiclesPage.tsx')),
  vehicleOwn: screen(() => import('./features/resources/VehiclesPage.tsx')),
  vehicleContract: screen(() => import('./features/resources/VehiclesPage.tsx')),
  vehicleHired: screen(() => import('./features/resources/VehiclesPage.tsx')),
}

/** Of the address that the product is opened with: its code comes beside the shell's, not after it. */
export async function fetchPageAt(path: string): Promise<void> {
  const key = keyAt(path)
  if (key !== undefined) await screens[key]?.ready()
}

/** As the router will decide it: an exact address before one with parameters. */
function keyAt(path: string): PageKey | undefined {
  const parts = path.split('/')
  const fits = (key: PageKey) => {
    const pattern = pageOf(key).path.split('/')
    return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
  }
  return pageKeys.find((key) => pageOf(key).path === path) ?? pageKeys.find(fits)
}
