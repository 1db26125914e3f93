import { useSearchParams } from 'react-router'
import { ApplicationAt } from './ApplicationAt.tsx'
import { AppliedTrips } from './AppliedTrips.tsx'
import { UnappliedTrips } from './UnappliedTrips.tsx'

/** Apply for what each trip costs, once. The first tab is trips, the others are applications; one opens with `?application=FY…`. */
export default function CarCostPage() {
  const [search] = useSearchParams()
  return (
    <>
      {search.get('tab') ? <AppliedTrips /> : <UnappliedTrips />}
      <ApplicationAt />
    </>
  )
}
