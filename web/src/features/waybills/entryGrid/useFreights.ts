import { useQueries } from '@tanstack/react-query'
import type { Output } from '@xunyun/contract/kernel/call'
import { calculateFreight } from '@xunyun/contract/prices/calls'
import { useEffect, useState } from 'react'
import { api } from '../../../shared/api/api.ts'

export type Quoted = Output<typeof calculateFreight>['quote'] | undefined

const pauseMs = 250

/**
 * What the price in force makes of each row, by what it is calculated from: an answer that comes late belongs to those
 * facts and to no others, so that rows in flight never get each other's price. Undefined: not known yet.
 */
export function useFreights(asked: readonly string[]): (asked: string) => Quoted {
  const wanted = JSON.stringify([...new Set(asked)])
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const facts = JSON.parse(settled) as string[]
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
