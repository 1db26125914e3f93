import { useQuery } from '@tanstack/react-query'
import type { Call } from '@xunyun/contract/kernel/call'
import type { HistoryEntry } from '@xunyun/contract/system/calls'
import { api, type Sending } from '../api/api.ts'
import { LoadError } from '../ui/Notice.tsx'
import { Bone } from '../ui/Skeleton.tsx'
import styles from './Detail.module.css'
import { Timeline, type TimelineEntry } from './Timeline.tsx'

/** How the entries of one kind of record are said. */
export type HistoryWords = {
  /** Field → what people call it; a field without a name is shown as it is. */
  readonly fields: Readonly<Record<string, string>>
  /** Action → what was done. */
  readonly actions: Readonly<Record<string, string>>
  /** A value in words: the word of a code, a yes. */
  readonly says?: (field: string, value: string) => string
}

type Props = HistoryWords & {
  /** Answers history entries of an id. */
  readonly call: Call
  readonly id: number
}

/** What happened to a record, latest first, as it is when it is looked at. */
export function History({ call, id, fields, actions, says = (_, value) => value }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: [call.path, id],
    queryFn: ({ signal }) =>
      api(call, { id } as Sending<Call>, { signal, quiet: true }) as Promise<readonly HistoryEntry[]>,
    staleTime: 0,
  })
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (data === undefined)
    return (
      <div className={styles.bones} aria-busy="true">
        <Bone width="60%" />
        <Bone width="80%" />
        <Bone width="50%" />
      </div>
    )
  return <Timeline entries={historyEntries(data, { fields, actions, says })} />
}

/** Entries as the timeline draws them, for a record that brings its own. */
export const historyEntries = (
  history: readonly HistoryEntry[],
  { fields, actions, says = (_, value) => value }: HistoryWords,
): TimelineEntry[] => {
  const say = (field: string, value: string | null) => (value === null ? null : says(field, value))
  return history.map((entry) => ({
    id: entry.id,
    at: entry.at,
    title: actions[entry.action] ?? entry.action,
    byName: entry.byName,
    changes: entry.changes.map(({ field, from, to }) => ({
      label: fields[field] ?? field,
      from: say(field, from),
      to: say(field, to),
    })),
  }))
}
