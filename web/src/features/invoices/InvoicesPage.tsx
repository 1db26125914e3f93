import { InvoiceList } from './InvoiceList.tsx'

/** Follow applications to their invoice numbers (RT-16/billApplyList). */
export default function InvoicesPage() {
  return <InvoiceList page="billApplyList" />
}
