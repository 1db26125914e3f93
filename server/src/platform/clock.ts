import { AsyncLocalStorage } from 'node:async_hooks'

/** A moment that stands in for now: demo data is made as if it had happened over the last days. */
const pretended = new AsyncLocalStorage<Date>()

/** The one source of time. Business day, numbering day and filters are Asia/Shanghai in every language. */
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

export const clock = {
  /** Now, as a Date. */
  now: (): Date => pretended.getStore() ?? new Date(),
  /** Runs something as if it were then. */
  as: <T>(then: Date, run: () => Promise<T>): Promise<T> => pretended.run(then, run),
  /** The moment that stands in for now, if one does. */
  pretended: (): Date | undefined => pretended.getStore(),
  /** Now, ISO 8601 UTC. */
  iso: (): string => clock.now().toISOString(),
  /** Milliseconds, for durations only. */
  ms: (): number => clock.now().getTime(),
  /** The business day, YYYY-MM-DD. */
  today: (): string => dayOf(clock.now()),
}

/** The day in Asia/Shanghai that a moment falls on, YYYY-MM-DD. */
export const dayOf = (moment: Date): string => dayFormat.format(moment)

/** The first moment of a day in Asia/Shanghai, ISO UTC. China has had no summer time since 1991. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00+08:00`).toISOString()

/** The day after, YYYY-MM-DD. */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** The day before, YYYY-MM-DD. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
