import { Inbox } from './Inbox.tsx'

/** What line carriers ask (RT-15/specialCost). */
export default function SpecialCostReviewPage() {
  return <Inbox page="specialCost" />
}
