/** Who can own vehicles and employ drivers: as the server checks it. */
export const carriers = { roles: ['carrier', 'special', 'own'] } as const

/** What a look-up has to know of a record that is chosen already. */
export const known = (id: number | null | undefined, label: string | null | undefined) =>
  id && label ? [{ id, label, hint: null }] : []
