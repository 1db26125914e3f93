import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { RowAction } from '../../../shared/grid/types.ts'
import { withTexts } from '../../../shared/i18n/i18n.ts'
import { useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { applyCostsKey, type Carried } from './applying.ts'
import { applicationKey } from './paths.ts'
import { useSeesCosts } from './useSeesCosts.ts'

const ApplyCarrier = late(() =>
  withTexts(['costs', 'tripCosts'], import('./ApplyCarrier.tsx')).then((file) => file.ApplyCarrier),
)

/** 费用申请 of line shipments or parcels, one or many of one carrier in one document, which opens when it is made. */
export function useCarrierCosts(kind: 'specialCost' | 'courierCost') {
  const { t } = useTranslation('handedOut')
  const [, setSearch] = useSearchParams()
  const [applying, setApplying] = useState<readonly Carried[]>()
  const sees = useSeesCosts()
  const mayHand = useRight(kind === 'specialCost' ? 'specialList' : 'courierList').edit
  const mayApply = useRight('carCostApply').edit || mayHand
  const dialog: ReactNode = applying && (
    <ApplyCarrier
      kind={kind}
      of={applying}
      onMade={(no) =>
        setSearch(
          (search) => {
            const next = new URLSearchParams(search)
            next.set(applicationKey, no)
            return next
          },
          { replace: true },
        )
      }
      onClose={() => setApplying(undefined)}
    />
  )
  return {
    /** For one row or a selection; none before they were handed over. */
    action: (rows: readonly Carried[]): RowAction[] =>
      sees && mayApply && rows.some(({ state }) => state !== 'new' && state !== 'cancelled')
        ? [{ key: applyCostsKey, label: t('act.applyCosts'), onClick: () => setApplying(rows) }]
        : [],
    dialog,
  }
}
