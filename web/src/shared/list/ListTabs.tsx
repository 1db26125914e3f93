import type { Tone } from '../ui/StateTag.tsx'
import { StateTabs } from './StateTabs.tsx'

type Counts = Readonly<Record<string, number>>
type Tones<T extends string> = Partial<Record<T, Extract<Tone, 'orange' | 'red'>>>

type Props<T extends string> = {
  readonly list: {
    readonly filter: { readonly tab?: T | undefined }
    readonly setFilter: (patch: { readonly tab?: T | undefined }) => void
    readonly totals: { readonly tabs: Counts } | undefined
  }
  readonly label: string
  readonly tabs: readonly T[]
  readonly word: (tab: T) => string
  /** The tab of all rows: its word, and whether it stands before the others; absent: there is none. */
  readonly all?: string
  readonly allFirst?: boolean
  /** A row may be in several tabs: they do not add up to all. */
  readonly overlapping?: boolean
  readonly tones?: Tones<T>
}

const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The tabs of a list, with their counts from its totals. */
export function ListTabs<T extends string>(props: Props<T>) {
  const { list, label, tabs, word, all, allFirst = false, overlapping = false, tones } = props
  const counts = list.totals?.tabs
  const ofAll = counts && (counts.all ?? (overlapping ? undefined : sumOf(counts)))
  const states = tabs.map((tab) => ({ value: tab, label: word(tab), count: counts?.[tab], tone: tones?.[tab] }))
  const whole = all === undefined ? [] : [{ value: undefined, label: all, count: ofAll }]
  return (
    <StateTabs<T>
      label={label}
      value={list.filter.tab}
      onChange={(tab) => list.setFilter({ tab })}
      tabs={allFirst ? [...whole, ...states] : [...states, ...whole]}
    />
  )
}
