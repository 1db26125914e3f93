import type { Kind } from '@xunyun/contract/kernel/call'
import { type Allowed, effectOf, kinds, nothingAllowed, nothingOwn, type Own } from '@xunyun/contract/rights'
import type { MenuItem, UserRightRow } from '@xunyun/contract/system/calls'
import { carriesRight } from './rightsModel.ts'

/**
 * A user's own rights while they are edited, on top of what the roles give: granted, denied, or left to the roles, for
 * each kind on each menu entry (ADR 006).
 */
export type Given = ReadonlyMap<number, Allowed>
export type Owns = ReadonlyMap<number, Own>

const read = (value: number | null) => (value === null ? null : value === 1)
const write = (value: boolean | null) => (value === null ? null : value ? 1 : 0)

export const readGiven = (rows: readonly UserRightRow[]): Given =>
  new Map(
    rows.map(({ MenuID, Role }) => [
      MenuID,
      { browse: Role.BrowseAccess === 1, edit: Role.AddModifyAccess === 1, approve: Role.DeleteApprovedAccess === 1 },
    ]),
  )
export const readOwns = (rows: readonly UserRightRow[]): Owns =>
  new Map(
    rows.map(({ MenuID, Own }) => [
      MenuID,
      { browse: read(Own.BrowseAccess), edit: read(Own.AddModifyAccess), approve: read(Own.DeleteApprovedAccess) },
    ]),
  )

/** Every entry is sent: one that is not would be denied. */
export const writeOwns = (owns: Owns) =>
  [...owns].map(([MenuID, own]) => ({
    MenuID,
    Own: {
      BrowseAccess: write(own.browse),
      AddModifyAccess: write(own.edit),
      DeleteApprovedAccess: write(own.approve),
    },
  }))

export const ownAt = (owns: Owns, menu: number): Own => owns.get(menu) ?? nothingOwn
export const givenAt = (given: Given, menu: number): Allowed => given.get(menu) ?? nothingAllowed
export const effectAt = (given: Given, owns: Owns, menu: number): Allowed =>
  effectOf(givenAt(given, menu), ownAt(owns, menu))

/** True where a right of the user's own stands: the roles alone would not decide. */
export const isOwn = (own: Own): boolean => kinds.some((kind) => own[kind] !== null)

/**
 * Grants, denies or leaves a kind to the roles, for some entries. Granting edit or approve lifts a denial of browse:
 * under it the grant would come to nothing.
 */
export function setOwn(owns: Owns, menus: readonly number[], kind: Kind, value: boolean | null): Owns {
  const next = new Map(owns)
  for (const menu of menus) {
    const own = { ...ownAt(owns, menu), [kind]: value }
    if (value === true && kind !== 'browse' && own.browse === false) own.browse = null
    next.set(menu, own)
  }
  return next
}

/** What these entries have in common; undefined when they differ. */
export function commonOwn(owns: Owns, menus: readonly number[], kind: Kind): boolean | null | undefined {
  const values = new Set(menus.map((menu) => ownAt(owns, menu)[kind]))
  return values.size === 1 ? [...values][0] : undefined
}

export type OwnChange = { readonly item: MenuItem; readonly from: Own; readonly to: Own }

/** What saving would change, in the order of the menu. */
export const ownChanges = (menus: readonly MenuItem[], before: Owns, after: Owns): OwnChange[] =>
  menus
    .filter(carriesRight)
    .map((item) => ({ item, from: ownAt(before, item.MenuID), to: ownAt(after, item.MenuID) }))
    .filter(({ from, to }) => kinds.some((kind) => from[kind] !== to[kind]))
