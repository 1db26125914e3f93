/** Of a month, 1 to 12: its last where it has no such day. */
function dayOf(year: number, month: number, day: number): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return `${year}-${String(month).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`
}

/** 期末日 proposed on a day: the last bill day that is over or today; without one the end of the month before. */
export function lastBillDay(today: string, billDay: number | null): string {
  const [year, month] = today.split('-').map(Number) as [number, number, number]
  const before = month === 1 ? ([year - 1, 12] as const) : ([year, month - 1] as const)
  if (billDay === null) return dayOf(...before, 31)
  const inThis = dayOf(year, month, billDay)
  return inThis <= today ? inThis : dayOf(...before, billDay)
}
