import { useQuery } from '@tanstack/react-query'
import { getCostApplication } from '@xunyun/contract/costs/costApplications'
import { q } from '../../shared/api/query.ts'
import { Attachments } from '../../shared/detail/Attachments.tsx'
import { Loaded } from '../../shared/ui/Loaded.tsx'
import { CostApplicationBody } from '../costs/index.ts'

/** What a reviewer of costs reads beside the facts: lines, shares with receivable and cost of each waybill, the last ones of the way. */
export function CostReview({ id }: { id: number }) {
  const application = useQuery(q(getCostApplication, { id }))
  return (
    <>
      <Loaded of={application}>{(one) => <CostApplicationBody application={one} />}</Loaded>
      <Attachments entity="application" entityId={id} />
    </>
  )
}
