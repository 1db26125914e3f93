import { queryOptions } from '@tanstack/react-query'
import type { Call, Output } from '@xunyun/contract/kernel/call'
import { api, type Sending } from './api.ts'

/**
 * A question as TanStack Query asks it: `useQuery(q(getNotice, { id }))`. Its key begins with the call's path, by which it
 * is refreshed; the page shows a failure itself.
 */
export const q = <C extends Call>(call: C, input: Sending<C>) =>
  queryOptions<Output<C>>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => api(call, input, { signal, quiet: true }),
  })
