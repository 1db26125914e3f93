import { InvoiceList } from './InvoiceList.tsx'

/** Approve, issue, reverse (RT-14/billApplyAudit). */
export default function InvoiceReviewPage() {
  return <InvoiceList page="billApplyAudit" />
}
