import { useParams } from 'react-router'
import { ChooseTrip } from './ChooseTrip.tsx'
import { ScanTrip } from './ScanTrip.tsx'

/** Load and unload with a scanner in the hand; a trip that was opened is scanned to its end without the network, too. */
export default function TripScanPage() {
  const { no } = useParams()
  return no === undefined || no === '' ? <ChooseTrip /> : <ScanTrip key={no} no={no.toUpperCase()} />
}
