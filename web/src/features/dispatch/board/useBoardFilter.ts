import { useSearchParams } from 'react-router'

export type BoardFilter = {
  readonly outletId?: number
  readonly date?: string
  readonly q?: string
  readonly type?: string
  readonly only?: 'cold' | 'hazard'
  readonly customerId?: number
}
const names: readonly string[] = ['outletId', 'date', 'q', 'type', 'only', 'customerId'] satisfies (keyof BoardFilter)[]
const numbers: readonly string[] = ['outletId', 'customerId'] satisfies (keyof BoardFilter)[]

/** The filters of the board, in its address. */
export function useBoardFilter() {
  const [search, setSearch] = useSearchParams()
  const filter = Object.fromEntries(
    [...search]
      .filter(([name]) => names.includes(name))
      .map(([name, value]) => [name, numbers.includes(name) ? Number(value) || undefined : value]),
  ) as BoardFilter
  const field = <K extends keyof BoardFilter & string>(name: K) => ({
    name,
    value: filter[name] as NonNullable<BoardFilter[K]> | undefined,
    onChange: (value: unknown) => {
      const next = new URLSearchParams(search)
      if (value === undefined || value === null || value === '') next.delete(name)
      else next.set(name, String(value))
      setSearch(next, { replace: true })
    },
  })
  return { filter, field, count: Object.keys(filter).length, reset: () => setSearch({}, { replace: true }) }
}
