/**
 * Choices whose Enter came before the server's answer (Lookup.tsx): saving waits for them, or it would say that a field is empty
 * which is about to be filled.
 */
const underWay = new Set<Promise<void>>()

/** Without the network no answer comes, and the form says what is missing. */
const longestMs = 3000

/** One more is waited for; what is returned ends that. */
export function choiceUnderWay(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  underWay.add(promise)
  return () => {
    underWay.delete(promise)
    resolve()
  }
}

/** Nothing where none is waited for. */
export function choicesTaken(): Promise<unknown> | undefined {
  if (underWay.size === 0) return undefined
  return Promise.race([Promise.all(underWay), new Promise((resolve) => setTimeout(resolve, longestMs))])
}
