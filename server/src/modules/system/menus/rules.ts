import { isOutside, menuIconNames, pageOfAddress } from '@xunyun/contract/system/menus'
import { badField, Refusal } from '../../../platform/refusal.ts'

/** What a menu entry may be (SH-01, SH-16, SH-17). */

type Facts = {
  readonly menu: string
  readonly seeded: boolean
  readonly children: number
  readonly rights: number
  /** No other entry leads to its page. */
  readonly alone: boolean
}

/** What came with the product can be hidden, not deleted; nothing is deleted under something else or under its rights. */
export function refuseDeleting({ menu, seeded, children, rights, alone }: Facts): Refusal | undefined {
  if (seeded) return new Refusal('settings.menuSeeded', { menu })
  if (children > 0) return new Refusal('settings.menuHasChildren', { menu, number: children })
  if (alone && rights > 0) return new Refusal('settings.menuHasRights', { menu, number: rights })
  return undefined
}

/** The key of the page that an address opens; null for a group and for an outside address. */
export function pageOfUrl(address: string): string | null {
  if (address === '') return null
  if (isOutside(address)) {
    if (!URL.canParse(address)) throw badField('GoUrl', 'settings.menuAddress')
    return null
  }
  const page = pageOfAddress(address)
  if (page === undefined) throw badField('GoUrl', 'settings.menuAddress')
  return page
}

/** A button's right has no address, and a pattern is none that can be gone to: they are rights and no entries (SH-17). */
export function requireLeafWhereNoAddress(page: string | null, address: string, isLeaf: boolean): void {
  const goesNowhere = page !== null && (address === '' || address.includes('/:'))
  if (goesNowhere && !isLeaf) throw badField('isLeaf', 'settings.menuLeaf')
}

export function requireKnownIcon(icon: string): void {
  if (icon !== '' && !(menuIconNames as readonly string[]).includes(icon)) throw badField('Icon', 'settings.menuIcon')
}

/** An entry below itself would be in no tree at all. */
export function refuseCircle(rows: readonly { id: number; parent_id: number | null }[], id: number, to: number): void {
  if (to === 0) return
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]))
  if (!parents.has(to)) throw badField('ParentID', 'settings.menuParent')
  for (let at: number | null | undefined = to; at; at = parents.get(at))
    if (at === id) throw badField('ParentID', 'settings.menuCircle')
}
