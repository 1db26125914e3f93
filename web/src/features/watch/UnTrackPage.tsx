import { WatchPage } from './WatchPage.tsx'

export default function UnTrackPage() {
  return <WatchPage list="unTrack" />
}
