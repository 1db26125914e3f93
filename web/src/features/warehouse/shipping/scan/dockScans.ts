import type { CartonDetail, PackingDesk } from '@xunyun/contract/warehouse/shipping/cartons'

/** What leaves with the notice: every sealed carton of it. Those of an earlier shipment are gone. */
export const standing = (desk: PackingDesk): readonly CartonDetail[] =>
  desk.cartons.filter(({ state }) => state === 'sealed')

export type DockSaid = {
  readonly ok: boolean
  readonly key: 'counted' | 'twice' | 'unknown' | 'otherNotice' | 'intercepted' | 'notSealed' | 'gone'
  readonly scanned: readonly number[]
  /** The notice it belongs to, or what is in the way. */
  readonly right: string
  readonly n: number
  readonly m: number
}

/**
 * One carton at the dock: counted once, of one notice at a time. `of` is the notice the carton belongs to; `isBusy`: cartons of
 * another one were scanned, which leaves first.
 */
export function dockScan(of: PackingDesk, scanned: readonly number[], cartonNo: string, isBusy: boolean): DockSaid {
  const cartons = standing(of)
  const known = scanned.filter((id) => cartons.some((one) => one.id === id))
  const say = (ok: boolean, key: DockSaid['key'], right = '', now = known): DockSaid => ({
    ok,
    key,
    scanned: now,
    right,
    n: now.length,
    m: cartons.length,
  })
  const carton = of.cartons.find((one) => one.cartonNo === cartonNo)
  if (carton === undefined) return say(false, 'unknown')
  if (isBusy) return say(false, 'otherNotice', of.notice.noticeNo)
  if (of.notice.intercepted) return say(false, 'intercepted')
  if (carton.state === 'shipped') return say(false, 'gone')
  if (carton.state !== 'sealed') return say(false, 'notSealed')
  if (known.includes(carton.id)) return say(false, 'twice')
  return say(true, 'counted', '', [...known, carton.id])
}

const slot = (noticeId: number) => `dock:${noticeId}`

/** What was scanned of a notice, through a reload of the page; the server asks for all of it again at the end. */
export function readScanned(noticeId: number): readonly number[] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(slot(noticeId)) ?? '[]')
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : []
}
export function writeScanned(noticeId: number, cartons: readonly number[]): void {
  if (cartons.length === 0) sessionStorage.removeItem(slot(noticeId))
  else sessionStorage.setItem(slot(noticeId), JSON.stringify(cartons))
}
