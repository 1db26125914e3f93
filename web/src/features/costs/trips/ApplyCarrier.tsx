import { useQueries } from '@tanstack/react-query'
import { getArrangementCosts } from '@xunyun/contract/costs/lines'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { ApplyDialog } from './ApplyDialog.tsx'
import type { Carried } from './applying.ts'
import { useApplying } from './useApplying.ts'

type Props = {
  readonly kind: 'specialCost' | 'courierCost'
  readonly of: readonly Carried[]
  readonly onMade: (no: string) => void
  readonly onClose: () => void
}
/** So many are looked up for what they come to. */
const mostLooked = 20

/** Applies for what some of one carrier's shipments or parcels cost. */
export function ApplyCarrier({ kind, of, onMade, onClose }: Props) {
  const { t } = useTranslation('tripCosts')
  const applying = useApplying(kind)
  const looked = of.length > mostLooked ? [] : of
  const found = useQueries({ queries: looked.map(({ id }) => q(getArrangementCosts, { id })) })
  const lines = found.flatMap(({ data }) => data?.lines.filter(({ applicationId }) => applicationId === null) ?? [])
  const [first] = of
  const amount = sumDecimals(
    lines.map((line) => line.amount),
    2,
  )
  if (found.some(({ isPending }) => isPending)) return null
  return (
    <ApplyDialog
      title={t('apply.title', { no: of.length === 1 ? (first?.no ?? '') : t('apply.many', { count: of.length }) })}
      kind={kind}
      {...(of.length === 1 ? { lines } : { sums: { count: of.length, amount: looked.length === 0 ? '' : amount } })}
      onSubmit={async (how) => {
        const no = await applying(
          of.map(({ id }) => id),
          how,
        )
        if (no !== undefined) onMade(no)
      }}
      onClose={onClose}
    />
  )
}
