import { useSearchParams } from 'react-router'

/** The one that is open beside the list has an address: `?binding=12`. */
export function useOpenBinding(): readonly [opened: number, open: (id: number | null) => void] {
  const [search, setSearch] = useSearchParams()
  const open = (id: number | null) => {
    const next = new URLSearchParams(search)
    if (id === null) next.delete('binding')
    else next.set('binding', String(id))
    setSearch(next, { replace: true })
  }
  return [Number(search.get('binding')), open]
}
