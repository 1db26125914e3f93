import { Inbox } from './Inbox.tsx'

/** What trips cost (RT-15/carCost). */
export default function CarCostReviewPage() {
  return <Inbox page="carCost" />
}
