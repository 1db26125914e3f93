/** Who can own vehicles and employ drivers: as the server checks it. */
export const carriers = { roles: ['carrier', 'special', 'own'] } as const
