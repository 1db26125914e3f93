import { WatchPage } from './WatchPage.tsx'

export default function UnshippedPage() {
  return <WatchPage list="unshipped" />
}
