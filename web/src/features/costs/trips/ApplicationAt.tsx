import { useQuery } from '@tanstack/react-query'
import { getCostApplications } from '@xunyun/contract/costs/costApplications'
import { costKinds } from '@xunyun/contract/costs/states'
import { useSearchParams } from 'react-router'
import { q } from '../../../shared/api/query.ts'
import { withTexts } from '../../../shared/i18n/i18n.ts'
import { useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { applicationKey } from './paths.ts'

const CostApplicationDrawer = late(() =>
  withTexts(['costs', 'tripCosts'], import('./CostApplicationDrawer.tsx')).then((file) => file.CostApplicationDrawer),
)

/** The application that the page's address names, `?application=FY26112700001`, beside whatever the page shows. */
export function ApplicationAt() {
  const [search, setSearch] = useSearchParams()
  const no = search.get(applicationKey)
  const mayRead = useMayReadApplications()
  const found = useQuery({
    ...q(getCostApplications, { kinds: costKinds, q: no ?? '', pageSize: 20 }),
    enabled: no !== null && mayRead,
  })
  const id = found.data?.rows.find((row) => row.no === no)?.id
  if (no === null || id === undefined) return null
  const close = () => {
    const next = new URLSearchParams(search)
    next.delete(applicationKey)
    setSearch(next, { replace: true })
  }
  return <CostApplicationDrawer id={id} onClose={close} />
}

/** Whoever may look at one of the pages that have them. */
export function useMayReadApplications(): boolean {
  const car = useRight('carCostApply').browse
  const line = useRight('specialList').browse
  const courier = useRight('courierList').browse
  const other = useRight('costApplication').browse
  return car || line || courier || other
}
