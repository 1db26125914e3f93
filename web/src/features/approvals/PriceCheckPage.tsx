import { Inbox } from './Inbox.tsx'

/** Manual, too low and discounted prices of waybills. */
export default function PriceCheckPage() {
  return <Inbox page="priceCheck" />
}
