import { WatchPage } from './WatchPage.tsx'

export default function KeyPiecesPage() {
  return <WatchPage list="keyPieces" />
}
