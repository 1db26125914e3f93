import { create } from 'zustand'

/** What answers say about the session, for the shell to act on. */
export const useSessionEnded = create<{
  readonly asking: boolean
  readonly refused: number
  readonly replaced: boolean
}>(() => ({
  asking: false,
  refused: 0,
  replaced: false,
}))

/** Another window has signed in anew: this one must begin again before it asks for anything. */
export const beReplaced = (): void => useSessionEnded.setState({ replaced: true })

/** The session is over and the person is asked (ER-02): one question at a time, however many calls failed. */
export const askRelogin = (): void => useSessionEnded.setState({ asking: true })
export const stayHere = (): void => useSessionEnded.setState({ asking: false })

/** A right was missing: what this window knows of the rights may be old (SE-09). */
export const doubtRights = (): void => useSessionEnded.setState(({ refused }) => ({ refused: refused + 1 }))
