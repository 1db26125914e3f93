import { type KeyboardEvent, useEffect, useRef } from 'react'
import { figure } from '../ui/format.ts'
import type { Tone } from '../ui/StateTag.tsx'
import styles from './List.module.css'

export type StateTab<V> = {
  /** Value of the filter; undefined: all. */
  readonly value: V | undefined
  readonly label: string
  readonly count?: number
  /** Colour of the count: orange waits for a person, red exception. */
  readonly tone?: Extract<Tone, 'orange' | 'red'>
}

type Props<V> = {
  readonly tabs: readonly StateTab<V>[]
  readonly value: V | undefined
  readonly onChange: (value: V | undefined) => void
  readonly label: string
}

/** The daily filter, one click away. */
export function StateTabs<V extends string | number | boolean>({ tabs, value, onChange, label }: Props<V>) {
  const line = useRef<HTMLDivElement>(null)
  // A narrow window shows a part of the line: the one that is chosen, wherever it was chosen.
  const counted = tabs.every(({ count }) => count !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice, or counts that come, are when it may be out of sight
  useEffect(() => {
    line.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
  }, [value, counted])
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const at = (tabs.findIndex((tab) => tab.value === value) + by + tabs.length) % tabs.length
    onChange(tabs[at]?.value)
    const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')
    buttons[at]?.focus()
  }
  return (
    <div ref={line} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={String(tab.value)}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          className={styles.tab}
          data-tone={tab.count ? tab.tone : undefined}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {/* Its place is kept until it is known. */}
          <span className={styles.tabCount}>{tab.count === undefined ? '' : figure(tab.count)}</span>
        </button>
      ))}
    </div>
  )
}
