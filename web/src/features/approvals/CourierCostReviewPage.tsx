import { Inbox } from './Inbox.tsx'

/** What couriers ask (RT-15/courierCost). */
export default function CourierCostReviewPage() {
  return <Inbox page="courierCost" />
}
