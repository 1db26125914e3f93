import { useQuery } from '@tanstack/react-query'
import type { getCartonHistory } from '@xunyun/contract/warehouse/cartons'
import type { getOutboundHistory } from '@xunyun/contract/warehouse/outbound'
import type { getPickTaskHistory } from '@xunyun/contract/warehouse/picking'
import { api } from '../../shared/api/api.ts'
import { Timeline } from '../../shared/detail/Timeline.tsx'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { useOutboundHistory } from './noticeHistory.ts'

type Props = { call: typeof getOutboundHistory | typeof getPickTaskHistory | typeof getCartonHistory; id: number }

/** What happened to a notice, a task or a carton, latest first. */
export function History({ call, id }: Props) {
  const { fields, actions, says } = useOutboundHistory()
  const {
    data = [],
    error,
    refetch,
  } = useQuery({
    queryKey: [call.path, id],
    queryFn: ({ signal }) => api(call, { id }, { signal, quiet: true }),
    staleTime: 0,
  })
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  const say = (field: string, value: string | null) => (value === null ? null : says(field, value))
  return (
    <Timeline
      entries={data.map((entry) => ({
        id: entry.id,
        at: entry.at,
        title: actions[entry.action as keyof typeof actions] ?? entry.action,
        byName: entry.byName,
        changes: entry.changes.map(({ field, from, to }) => ({
          label: fields[field] ?? field,
          from: say(field, from),
          to: say(field, to),
        })),
      }))}
    />
  )
}
