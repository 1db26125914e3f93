import { useQueries } from '@tanstack/react-query'
import type { Output } from '@xunyun/contract/kernel/call'
import { calculateFreight } from '@xunyun/contract/prices/calls'
import { calculateService } from '@xunyun/contract/waybills/services'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../../shared/api/api.ts'

export type Quoted = Output<typeof calculateFreight>['quote'] | undefined

const pauseMs = 250

/**
 * What the price in force makes of each row, by what it is calculated from: an answer that comes late belongs to those
 * facts and to no others, so that rows in flight never get each other's price. Undefined: not known yet.
 */
export function useFreights(asked: readonly string[]): (asked: string) => Quoted {
  const facts = useSettled(asked)
  const found = useQueries({
    queries: facts.map((fact) => ({
      queryKey: [calculateFreight.path, fact],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(calculateFreight, JSON.parse(fact) as never, { signal, quiet: true }),
      staleTime: 30_000,
    })),
  })
  const quotes = new Map(facts.map((fact, at) => [fact, found[at]?.data?.quote]))
  return (fact) => quotes.get(fact)
}

/** The same for what insuring them costs. Null: there is no rate for it. */
export function usePremiums(asked: readonly string[]): (asked: string) => string | null | undefined {
  const facts = useSettled(asked)
  const found = useQueries({
    queries: facts.map((fact) => ({
      queryKey: [calculateService.path, fact],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(calculateService, JSON.parse(fact) as never, { signal, quiet: true }),
      staleTime: 30_000,
    })),
  })
  const premiums = new Map(facts.map((fact, at) => [fact, found[at]?.data?.amount]))
  return (fact) => premiums.get(fact)
}

/** Each once, when nothing has been typed for a moment. */
function useSettled(asked: readonly string[]): readonly string[] {
  const wanted = JSON.stringify([...new Set(asked)])
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted])
  return useMemo(() => JSON.parse(settled) as string[], [settled])
}
