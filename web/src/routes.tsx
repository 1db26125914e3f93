import { type PageKey, pageKeys, pageOf } from '@xunyun/contract/pages'
import { withTexts } from './shared/i18n/i18n.ts'
import { type Screen, screen } from './shell/screen.tsx'

/** Every screen: page key → its component, fetched when it is opened. A page that is not here has no address. */
export const screens: Readonly<Partial<Record<PageKey, Screen>>> = {
  dashboard: screen(() => import('./features/dashboard/DashboardPage.tsx')),
  profile: screen(() => import('./features/system/ProfilePage.tsx')),
  sessions: screen(() => import('./features/system/SessionsPage.tsx')),
  history: screen(() =>
    withTexts(
      'inbound',
      withTexts(
        'outbound',
        withTexts(
          'phoneOrders',
          withTexts(
            'printing',
            withTexts(
              'stock',
              withTexts(
                'warehouse',
                withTexts('kits', withTexts('warehouseBilling', import('./features/system/HistoryPage.tsx'))),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
  jobs: screen(() => import('./features/system/JobsPage.tsx')),
  clientErrors: screen(() => import('./features/system/ClientErrorsPage.tsx')),
  icons: screen(() => import('./features/system/IconsPage.tsx')),
  user: screen(() => import('./features/system/UsersPage.tsx')),
  menu: screen(() => import('./features/system/menus/MenuPage.tsx')),
  gCode: screen(() => import('./features/system/categories/CategoriesPage.tsx')),
  gCodeBranch: screen(() => import('./features/system/categories/CategoriesPage.tsx')),
  dictionary: screen(() => import('./features/system/dictionary/DictionaryPage.tsx')),
  role: screen(() => import('./features/system/RolesPage.tsx')),
  mailInfo: screen(() => import('./features/system/MailInfoPage.tsx')),
  wxbind: screen(() => import('./features/system/WxBindPage.tsx')),
  allWayBill: screen(() => import('./features/waybills/AllWaybillsPage.tsx')),
  taskList: screen(() => withTexts('phoneOrders', import('./features/waybills/TaskListPage.tsx'))),
  phoneList: screen(() => withTexts('phoneOrders', import('./features/phoneOrders/PhoneListPage.tsx'))),
  phoneOrder: screen(() => withTexts('phoneOrders', import('./features/phoneOrders/PhoneOrderPage.tsx'))),
  waybill: screen(() => import('./features/waybills/WaybillPage.tsx')),
  printDocuments: screen(() => withTexts('printing', import('./features/printing/PrintPage.tsx'))),
  printTemplate: screen(() => withTexts('printing', import('./features/printing/TemplatesPage.tsx'))),
  arrangedOrder: screen(() => import('./features/dispatch/ArrangedOrderPage.tsx')),
  arrangeOperate: screen(() => import('./features/dispatch/ArrangeOperatePage.tsx')),
  arrangeList: screen(() => import('./features/dispatch/ArrangeListPage.tsx')),
  haveArranged: screen(() => import('./features/dispatch/HaveArrangedPage.tsx')),
  unreviewed: screen(() => import('./features/approvals/UnreviewedPage.tsx')),
  priceCheck: screen(() => import('./features/approvals/PriceCheckPage.tsx')),
  audit: screen(() => import('./features/approvals/SetupPage.tsx')),
  transportPrice: screen(() => import('./features/prices/TransportPricesPage.tsx')),
  wayBillList: screen(() => import('./features/waybills/PriceConfirmPage.tsx')),
  addServices: screen(() => import('./features/waybills/services/ServicesPage.tsx')),
  hashList: screen(() => import('./features/waybills/chains/HashListPage.tsx')),
  statistics: screen(() => import('./features/statistics/StatisticsPage.tsx')),
  outboundNotice: screen(() =>
    withTexts('inbound', withTexts('outbound', import('./features/outbound/OutboundNoticePage.tsx'))),
  ),
  outBound: screen(() => withTexts('inbound', withTexts('outbound', import('./features/outbound/PickTasksPage.tsx')))),
  outBoundScan: screen(() =>
    withTexts('floor', withTexts('outbound', import('./features/outbound/floor/PickScanPage.tsx'))),
  ),
  encasement: screen(() =>
    withTexts('inbound', withTexts('outbound', import('./features/outbound/EncasementPage.tsx'))),
  ),
  encasementScan: screen(() =>
    withTexts('floor', withTexts('outbound', import('./features/outbound/floor/PackScanPage.tsx'))),
  ),
  enchase: screen(() => withTexts('inbound', withTexts('outbound', import('./features/outbound/EnchasePage.tsx')))),
  quotation: screen(() => withTexts('warehouseBilling', import('./features/warehouseBilling/QuotationPage.tsx'))),
  stock: screen(() => withTexts('stock', import('./features/stock/StockPage.tsx'))),
  serialInfo: screen(() => withTexts('stock', import('./features/stock/LedgerPage.tsx'))),
  summaryInfo: screen(() => withTexts('stock', import('./features/stock/TurnoverPage.tsx'))),
  moveStock: screen(() => withTexts('stock', import('./features/stock/orders/MoveStockPage.tsx'))),
  moveStockScan: screen(() =>
    withTexts('floor', withTexts('stock', import('./features/stock/floor/MoveScanPage.tsx'))),
  ),
  count: screen(() => withTexts('stock', import('./features/stock/counts/CountsPage.tsx'))),
  countScan: screen(() => withTexts('floor', withTexts('stock', import('./features/stock/floor/CountScanPage.tsx')))),
  summaryInfo1: screen(() => withTexts('stock', import('./features/stock/BalancesPage.tsx'))),
  integratedStock: screen(() => withTexts('stock', import('./features/stock/ItemStockPage.tsx'))),
  warehouseStock: screen(() => withTexts('stock', import('./features/stock/PlaceStockPage.tsx'))),
  integratedSerialInfo: screen(() => withTexts('stock', import('./features/stock/LedgerPage.tsx'))),
  integratedSummaryInfo: screen(() => withTexts('stock', import('./features/stock/TurnoverPage.tsx'))),
  integratedSummaryInfo1: screen(() => withTexts('stock', import('./features/stock/BalancesPage.tsx'))),
  wareNotice: screen(() => withTexts('inbound', import('./features/inbound/WareNoticePage.tsx'))),
  receive: screen(() => withTexts('inbound', import('./features/inbound/ReceivePage.tsx'))),
  receiveScan: screen(() =>
    withTexts('floor', withTexts('inbound', import('./features/inbound/floor/ReceiveScanPage.tsx'))),
  ),
  ground: screen(() => withTexts('inbound', import('./features/inbound/GroundPage.tsx'))),
  groundScan: screen(() =>
    withTexts('floor', withTexts('inbound', import('./features/inbound/floor/GroundScanPage.tsx'))),
  ),
  companyView: screen(() => import('./features/customers/CompaniesPage.tsx')),
  companySupplier: screen(() => import('./features/customers/CompaniesPage.tsx')),
  companyManage: screen(() => import('./features/customers/CompaniesPage.tsx')),
  contactCustomer: screen(() => import('./features/customers/ContactsPage.tsx')),
  contactShipper: screen(() => import('./features/customers/ContactsPage.tsx')),
  contactConsignee: screen(() => import('./features/customers/ContactsPage.tsx')),
  contactSupplier: screen(() => import('./features/customers/ContactsPage.tsx')),
  wList: screen(() => withTexts('warehouse', import('./features/warehouse/WarehousesPage.tsx'))),
  wLocation: screen(() => withTexts('warehouse', import('./features/warehouse/LocationsPage.tsx'))),
  combination: screen(() => withTexts('kits', withTexts('outbound', import('./features/kits/CombinationPage.tsx')))),
  stockNumber: screen(() => withTexts('warehouse', import('./features/warehouse/ItemsPage.tsx'))),
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
