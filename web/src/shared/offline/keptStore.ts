/**
 * Work of one kind on this device, by person and number: as it was fetched last, with what was done to it and not answered for
 * yet. It outlives the page, the tab and the network.
 */
export function keptStore<K>(kind: string, of: { no: (kept: K) => string; isOver: (kept: K) => boolean }) {
  const prefixOf = (userId: number) => `${kind}:${userId}:`
  const keyOf = (userId: number, no: string) => prefixOf(userId) + no
  const read = (key: string): K | null => {
    const text = localStorage.getItem(key)
    return text === null ? null : (JSON.parse(text) as K)
  }
  return {
    read: (userId: number, no: string): K | null => read(keyOf(userId, no)),
    /**
     * Throws when the device is full: an act that can't be kept must not look as if it were. What is over and told of leaves
     * the device.
     */
    write(userId: number, kept: K): void {
      const key = keyOf(userId, of.no(kept))
      if (of.isOver(kept)) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(kept))
    },
    drop: (userId: number, no: string): void => localStorage.removeItem(keyOf(userId, no)),
    /** Tells when another window of this device has changed it. */
    on(userId: number, no: string, then: () => void): () => void {
      const heed = ({ key }: StorageEvent) => {
        if (key === keyOf(userId, no)) then()
      }
      window.addEventListener('storage', heed)
      return () => window.removeEventListener('storage', heed)
    },
    /** All of a person's. */
    all: (userId: number): K[] =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(prefixOf(userId)))
        .sort()
        .flatMap((key) => read(key) ?? []),
  }
}
export type KeptStore<K> = ReturnType<typeof keptStore<K>>
