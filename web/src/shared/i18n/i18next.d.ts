import 'i18next'
import type approvals from '../../locales/zh/approvals.json'
import type common from '../../locales/zh/common.json'
import type companies from '../../locales/zh/companies.json'
import type dashboard from '../../locales/zh/dashboard.json'
import type dispatch from '../../locales/zh/dispatch.json'
import type goods from '../../locales/zh/goods.json'
import type login from '../../locales/zh/login.json'
import type mobileOrders from '../../locales/zh/mobileOrders.json'
import type prices from '../../locales/zh/prices.json'
import type printing from '../../locales/zh/printing.json'
import type resources from '../../locales/zh/resources.json'
import type scan from '../../locales/zh/scan.json'
import type shell from '../../locales/zh/shell.json'
import type system from '../../locales/zh/system.json'
import type ui from '../../locales/zh/ui.json'
import type billing from '../../locales/zh/warehouse/billing.json'
import type kitting from '../../locales/zh/warehouse/kitting.json'
import type ledger from '../../locales/zh/warehouse/ledger.json'
import type locations from '../../locales/zh/warehouse/locations.json'
import type masters from '../../locales/zh/warehouse/masters.json'
import type receiving from '../../locales/zh/warehouse/receiving.json'
import type shipping from '../../locales/zh/warehouse/shipping.json'
import type storing from '../../locales/zh/warehouse/storing.json'
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
      system: typeof system
      companies: typeof companies
      resources: typeof resources
      approvals: typeof approvals
      prices: typeof prices
      waybills: typeof waybills
      dispatch: typeof dispatch
      dashboard: typeof dashboard
      printing: typeof printing
      mobileOrders: typeof mobileOrders
      scan: typeof scan
      goods: typeof goods
      'warehouse/masters': typeof masters
      'warehouse/locations': typeof locations
      'warehouse/ledger': typeof ledger
      'warehouse/receiving': typeof receiving
      'warehouse/storing': typeof storing
      'warehouse/shipping': typeof shipping
      'warehouse/kitting': typeof kitting
      'warehouse/billing': typeof billing
    }
  }
}
