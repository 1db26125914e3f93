import { useQueryClient } from '@tanstack/react-query'
import { useStable } from '../ui/useStable.ts'

/** A question about one record: its input names it. */
const isOfRecord = ([, input]: readonly unknown[]): boolean =>
  typeof input === 'object' && input !== null && ('id' in input || 'no' in input)

/**
 * Everything whose path begins so is asked for anew, what is in sight at once: first the record that was acted on, then the lists
 * around it, which would keep it waiting.
 */
export function useRefresh(): (paths: readonly string[]) => Promise<void> {
  const client = useQueryClient()
  return useStable(async (paths: readonly string[]) => {
    const isAmong = ([path]: readonly unknown[]) =>
      typeof path === 'string' && paths.some((prefix) => path.startsWith(prefix))
    await Promise.all(
      [true, false].map((first) =>
        client.invalidateQueries({
          predicate: ({ queryKey }) => isAmong(queryKey) && isOfRecord(queryKey) === first,
        }),
      ),
    )
  })
}
