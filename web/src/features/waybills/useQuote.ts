import { useQuery } from '@tanstack/react-query'
import { calculateFreight } from '@xunyun/contract/prices/calls'
import { useDeferredValue } from 'react'
import { q } from '../../shared/api/query.ts'
import { askedOf } from './freight.ts'
import type { TaskValues } from './taskValues.ts'

/** What the price in force makes of the form. Undefined: too little is typed, or it is not known yet; null: no rate fits. */
export function useQuote(values: TaskValues) {
  const asked = useDeferredValue(JSON.stringify(askedOf(values)))
  const found = useQuery({
    ...q(calculateFreight, JSON.parse(asked) as never),
    enabled: asked !== 'null',
    staleTime: 30_000,
    retry: false,
    placeholderData: (before) => before,
  })
  return asked === 'null' ? undefined : found.data?.quote
}
