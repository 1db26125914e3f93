import 'i18next'
import type approvalsWords from '@xunyun/contract/words/approvals/zh.json'
import type casesWords from '@xunyun/contract/words/cases/zh.json'
import type collectionsWords from '@xunyun/contract/words/collections/zh.json'
import type companiesWords from '@xunyun/contract/words/companies/zh.json'
import type costsWords from '@xunyun/contract/words/costs/zh.json'
import type devicesWords from '@xunyun/contract/words/devices/zh.json'
import type dispatchWords from '@xunyun/contract/words/dispatch/zh.json'
import type enquiriesWords from '@xunyun/contract/words/enquiries/zh.json'
import type goodsWords from '@xunyun/contract/words/goods/zh.json'
import type handedOutWords from '@xunyun/contract/words/handedOut/zh.json'
import type invoicesWords from '@xunyun/contract/words/invoices/zh.json'
import type mobileOrdersWords from '@xunyun/contract/words/mobileOrders/zh.json'
import type moneyWords from '@xunyun/contract/words/money/zh.json'
import type paymentsWords from '@xunyun/contract/words/payments/zh.json'
import type pricesWords from '@xunyun/contract/words/prices/zh.json'
import type printingWords from '@xunyun/contract/words/printing/zh.json'
import type profitWords from '@xunyun/contract/words/profit/zh.json'
import type resourcesWords from '@xunyun/contract/words/resources/zh.json'
import type signedReceiptsWords from '@xunyun/contract/words/signedReceipts/zh.json'
import type statementsWords from '@xunyun/contract/words/statements/zh.json'
import type systemWords from '@xunyun/contract/words/system/zh.json'
import type billingWords from '@xunyun/contract/words/warehouse/billing/zh.json'
import type kittingWords from '@xunyun/contract/words/warehouse/kitting/zh.json'
import type ledgerWords from '@xunyun/contract/words/warehouse/ledger/zh.json'
import type locationsWords from '@xunyun/contract/words/warehouse/locations/zh.json'
import type mastersWords from '@xunyun/contract/words/warehouse/masters/zh.json'
import type receivingWords from '@xunyun/contract/words/warehouse/receiving/zh.json'
import type shippingWords from '@xunyun/contract/words/warehouse/shipping/zh.json'
import type storingWords from '@xunyun/contract/words/warehouse/storing/zh.json'
import type watchWords from '@xunyun/contract/words/watch/zh.json'
import type waybillsWords from '@xunyun/contract/words/waybills/zh.json'
import type approvals from '../../locales/zh/approvals.json'
import type board from '../../locales/zh/board.json'
import type cases from '../../locales/zh/cases.json'
import type close from '../../locales/zh/close.json'
import type collections from '../../locales/zh/collections.json'
import type common from '../../locales/zh/common.json'
import type companies from '../../locales/zh/companies.json'
import type costs from '../../locales/zh/costs.json'
import type dashboard from '../../locales/zh/dashboard.json'
import type devices from '../../locales/zh/devices.json'
import type dispatch from '../../locales/zh/dispatch.json'
import type enquiries from '../../locales/zh/enquiries.json'
import type fees from '../../locales/zh/fees.json'
import type goods from '../../locales/zh/goods.json'
import type handedOut from '../../locales/zh/handedOut.json'
import type invoices from '../../locales/zh/invoices.json'
import type login from '../../locales/zh/login.json'
import type mobileOrders from '../../locales/zh/mobileOrders.json'
import type money from '../../locales/zh/money.json'
import type payments from '../../locales/zh/payments.json'
import type prices from '../../locales/zh/prices.json'
import type printing from '../../locales/zh/printing.json'
import type profit from '../../locales/zh/profit.json'
import type resources from '../../locales/zh/resources.json'
import type scan from '../../locales/zh/scan.json'
import type shell from '../../locales/zh/shell.json'
import type signedReceipts from '../../locales/zh/signedReceipts.json'
import type statements from '../../locales/zh/statements.json'
import type system from '../../locales/zh/system.json'
import type tracking from '../../locales/zh/tracking.json'
import type tripCosts from '../../locales/zh/tripCosts.json'
import type tripScan from '../../locales/zh/tripScan.json'
import type ui from '../../locales/zh/ui.json'
import type billing from '../../locales/zh/warehouse/billing.json'
import type kitting from '../../locales/zh/warehouse/kitting.json'
import type ledger from '../../locales/zh/warehouse/ledger.json'
import type locations from '../../locales/zh/warehouse/locations.json'
import type masters from '../../locales/zh/warehouse/masters.json'
import type receiving from '../../locales/zh/warehouse/receiving.json'
import type shipping from '../../locales/zh/warehouse/shipping.json'
import type storing from '../../locales/zh/warehouse/storing.json'
import type watch from '../../locales/zh/watch.json'
import type waybills from '../../locales/zh/waybills.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    keySeparator: false
    interpolationPrefix: '{'
    interpolationSuffix: '}'
    resources: {
      common: typeof common
      login: typeof login
      shell: typeof shell
      ui: typeof ui
      system: typeof system & typeof systemWords
      companies: typeof companies & typeof companiesWords
      resources: typeof resources & typeof resourcesWords
      costs: typeof costs & typeof costsWords
      approvals: typeof approvals & typeof approvalsWords
      prices: typeof prices & typeof pricesWords
      waybills: typeof waybills & typeof waybillsWords
      dispatch: typeof dispatch & typeof dispatchWords
      devices: typeof devices & typeof devicesWords
      handedOut: typeof handedOut & typeof handedOutWords
      board: typeof board
      fees: typeof fees
      dashboard: typeof dashboard
      printing: typeof printing & typeof printingWords
      mobileOrders: typeof mobileOrders & typeof mobileOrdersWords
      tracking: typeof tracking
      watch: typeof watch & typeof watchWords
      cases: typeof cases & typeof casesWords
      money: typeof money & typeof moneyWords
      payments: typeof payments & typeof paymentsWords
      collections: typeof collections & typeof collectionsWords
      statements: typeof statements & typeof statementsWords
      invoices: typeof invoices & typeof invoicesWords
      signedReceipts: typeof signedReceipts & typeof signedReceiptsWords
      enquiries: typeof enquiries & typeof enquiriesWords
      close: typeof close
      profit: typeof profit & typeof profitWords
      tripCosts: typeof tripCosts
      scan: typeof scan
      tripScan: typeof tripScan
      goods: typeof goods & typeof goodsWords
      'warehouse/masters': typeof masters & typeof mastersWords
      'warehouse/locations': typeof locations & typeof locationsWords
      'warehouse/ledger': typeof ledger & typeof ledgerWords
      'warehouse/receiving': typeof receiving & typeof receivingWords
      'warehouse/storing': typeof storing & typeof storingWords
      'warehouse/shipping': typeof shipping & typeof shippingWords
      'warehouse/kitting': typeof kitting & typeof kittingWords
      'warehouse/billing': typeof billing & typeof billingWords
    }
  }
}
