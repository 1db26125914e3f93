import { Inbox } from './Inbox.tsx'

/** Changes of charges after the customer agreed. */
export default function AdjustmentReviewPage() {
  return <Inbox page="costZJ" />
}
