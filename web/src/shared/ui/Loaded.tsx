import type { ReactNode } from 'react'
import { LoadError } from './Notice.tsx'
import { PageSkeleton } from './Skeleton.tsx'

/** What `useQuery` answers. */
export type Asked<D> = {
  readonly data: D | undefined
  readonly error: Error | null
  /** Asked anew; what stands there may be out of date. */
  readonly isFetching?: boolean
  readonly refetch: () => Promise<unknown>
}

type Props<D> = {
  readonly of: Asked<D>
  /** Until it is there; default: the lines of a page. */
  readonly wait?: ReactNode
  readonly children: (data: D) => ReactNode
}

/** What was asked for; until it is there its place is kept, and where it fails it can be asked for again. */
export function Loaded<D>({ of, wait = <PageSkeleton />, children }: Props<D>) {
  if (of.error) return <LoadError error={of.error} retry={() => void of.refetch()} />
  return of.data === undefined ? wait : children(of.data)
}
