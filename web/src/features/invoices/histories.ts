import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

/** The timelines of titles and tax items in words. */
export const useProfileHistory = () => useMasterHistory({ type: 'invoiceType' }, 'invoices:profile.*')
export const useTaxItemHistory = () => useMasterHistory({ feeItem: 'feeItem' }, 'invoices:taxItem.*')
export const useInvoiceHistory = () =>
  useMasterHistory(
    { state: 'invoiceState', confirmation: 'redConfirmation' },
    'invoices:column.*',
    'invoices:happened.*',
  )
