import type { HistoryKind } from '@xunyun/contract/system/upkeep'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'
import { useApproverHistory } from '../../approvals/index.ts'
import { useAbnormalHistory, useComplaintHistory } from '../../cases/index.ts'
import { useMonthHistory } from '../../close/index.ts'
import { useHandInHistory, useHoldingHistory, usePayoutHistory } from '../../collections/index.ts'
import { useCompanyHistory, useContactHistory } from '../../companies/index.ts'
import { useApplicationHistory } from '../../costs/index.ts'
import { useDeviceHistory } from '../../devices/index.ts'
import { useArrangementHistory } from '../../dispatch/index.ts'
import { useInvoiceHistory, useProfileHistory, useTaxItemHistory } from '../../invoices/index.ts'
import { useOrderHistory } from '../../mobileOrders/index.ts'
import { useCashAccountHistory } from '../../money/index.ts'
import { usePaymentHistory, useRoundOffHistory } from '../../payments/index.ts'
import { usePriceHistory } from '../../prices/index.ts'
import { useTemplateHistory } from '../../printing/index.ts'
import { useDriverHistory, useVehicleHistory } from '../../resources/index.ts'
import { useClosingHistory } from '../../signedReceipts/index.ts'
import { useStatementHistory } from '../../statements/index.ts'
import { useQuotationHistory, useWarehouseChargeHistory } from '../../warehouse/billing/index.ts'
import { useKitHistory, useKitOrderHistory } from '../../warehouse/kitting/index.ts'
import { useLocationHistory } from '../../warehouse/locations/index.ts'
import { useItemHistory, useWarehouseHistory } from '../../warehouse/masters/index.ts'
import { useNoticeHistory } from '../../warehouse/receiving/index.ts'
import { useOutboundHistory } from '../../warehouse/shipping/index.ts'
import { useStockCountHistory, useStockOrderHistory } from '../../warehouse/storing/index.ts'
import { useSettingHistory } from '../../watch/index.ts'
import { useRateHistory } from '../../waybills/index.ts'
import { useCategoryHistory } from '../categories/categoryHistory.ts'
import { useDictionaryHistory } from '../dictionary/dictionaryHistory.ts'
import { useMailHistory } from '../mail/mailboxHistory.ts'
import { useOutboxHistory } from '../mail/outboxHistory.ts'
import { useMenuHistory } from '../menus/menuHistory.ts'
import { useRoleHistory } from '../roles/roleHistory.ts'
import { useUserHistory } from '../users/userHistory.ts'

export type HistoryWords = {
  readonly fields: Readonly<Record<string, string>>
  readonly actions: Readonly<Record<string, string>>
  readonly says: (field: string, value: string) => string
}

/** The words of every kind of record, each from the feature that has it. */
export function useAllHistoryWords(): (entity: string) => HistoryWords {
  const outbound = useOutboundHistory()
  const [watched, closing] = [useSettingHistory(), useClosingHistory()]
  const [holding, roundOff] = [useHoldingHistory(), useRoundOffHistory()]
  const words: Readonly<Record<HistoryKind, HistoryWords>> = {
    company: useCompanyHistory(),
    contact: useContactHistory(),
    vehicle: useVehicleHistory(),
    driver: useDriverHistory(),
    gpsDevice: useDeviceHistory(),
    cashAccount: useCashAccountHistory(),
    monthClose: useMonthHistory(),
    payment: usePaymentHistory(),
    handIn: useHandInHistory(),
    codPayout: usePayoutHistory(),
    statement: useStatementHistory(),
    arrangement: useArrangementHistory(),
    user: useUserHistory(),
    role: useRoleHistory(),
    mailbox: useMailHistory(),
    mail: useOutboxHistory(),
    menu: useMenuHistory(),
    dictionary: useDictionaryHistory(),
    category: useCategoryHistory(),
    approverLevel: useApproverHistory(),
    transportPrice: usePriceHistory(),
    serviceRate: useRateHistory(),
    printTemplate: useTemplateHistory(),
    warehouse: useWarehouseHistory(),
    location: useLocationHistory(),
    item: useItemHistory(),
    inboundNotice: useNoticeHistory(),
    outboundNotice: outbound,
    pickTask: outbound,
    carton: outbound,
    stockOrder: useStockOrderHistory(),
    stockCount: useStockCountHistory(),
    kit: useKitHistory(),
    kitOrder: useKitOrderHistory(),
    quotation: useQuotationHistory(),
    warehouseCharge: useWarehouseChargeHistory(),
    phoneOrder: useOrderHistory(),
    application: useApplicationHistory(),
    invoice: useInvoiceHistory(),
    invoiceProfile: useProfileHistory(),
    taxItem: useTaxItemHistory(),
    abnormal: useAbnormalHistory(),
    complaint: useComplaintHistory(),
    setting: { ...watched, fields: { ...closing.fields, ...watched.fields, ...holding.fields, ...roundOff.fields } },
  }
  const other: HistoryWords = { ...useMasterHistory(), fields: {} }
  return (entity) => (entity in words ? words[entity as HistoryKind] : other)
}
