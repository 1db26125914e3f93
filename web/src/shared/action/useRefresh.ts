import { useQueryClient } from '@tanstack/react-query'
import { useStable } from '../ui/useStable.ts'

/** Everything whose path begins so is asked for anew, what is in sight at once. */
export function useRefresh(): (paths: readonly string[]) => Promise<void> {
  const client = useQueryClient()
  return useStable((paths: readonly string[]) =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && paths.some((prefix) => path.startsWith(prefix)),
    }),
  )
}
