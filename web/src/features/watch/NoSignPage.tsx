import { WatchPage } from './WatchPage.tsx'

export default function NoSignPage() {
  return <WatchPage list="noSign" />
}
