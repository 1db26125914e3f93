import 'i18next'
import type approvals from '../../locales/zh/approvals.json'
import type common from '../../locales/zh/common.json'
import type customers from '../../locales/zh/customers.json'
import type desk from '../../locales/zh/desk.json'
import type dispatch from '../../locales/zh/dispatch.json'
import type floor from '../../locales/zh/floor.json'
import type inbound from '../../locales/zh/inbound.json'
import type kit from '../../locales/zh/kit.json'
import type kits from '../../locales/zh/kits.json'
import type login from '../../locales/zh/login.json'
import type outbound from '../../locales/zh/outbound.json'
import type phoneOrders from '../../locales/zh/phoneOrders.json'
import type prices from '../../locales/zh/prices.json'
import type printing from '../../locales/zh/printing.json'
import type resources from '../../locales/zh/resources.json'
import type settings from '../../locales/zh/settings.json'
import type shell from '../../locales/zh/shell.json'
import type stock from '../../locales/zh/stock.json'
import type system from '../../locales/zh/system.json'
import type upkeep from '../../locales/zh/upkeep.json'
import type warehouse from '../../locales/zh/warehouse.json'
import type warehouseBilling from '../../locales/zh/warehouseBilling.json'
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
      kit: typeof kit
      kits: typeof kits
      stock: typeof stock
      system: typeof system
      upkeep: typeof upkeep
      settings: typeof settings
      customers: typeof customers
      resources: typeof resources
      approvals: typeof approvals
      prices: typeof prices
      waybills: typeof waybills
      phoneOrders: typeof phoneOrders
      dispatch: typeof dispatch
      printing: typeof printing
      floor: typeof floor
      inbound: typeof inbound
      outbound: typeof outbound
      desk: typeof desk
      warehouse: typeof warehouse
      warehouseBilling: typeof warehouseBilling
    }
  }
}
