import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { yesNo } from '@xunyun/contract/yesNo'
import type { Actor } from '../actor.ts'
import type { Tx } from '../db.ts'
import { scoped } from '../scope.ts'
import type { RowReader } from './rows.ts'
import { dateText, regionCode } from './words.ts'

/** What a cell of an import file means; what is not known is refused at its cell, an empty cell is left out. */

/** 1,200 and １２００ → 1200. */
export const number = (row: RowReader, key: string): string | undefined =>
  row.given(key) === undefined ? undefined : toHalfWidth(row.cell(key)).replace(/,/g, '')

export const day = (row: RowReader, key: string): string | undefined =>
  row.given(key) === undefined ? undefined : dateText(row.cell(key))

/** A company in scope by its exact name, short name or code; one only. */
export async function companyNamed(tx: Tx, actor: Actor, row: RowReader, key: string): Promise<number | undefined> {
  const name = row.given(key)
  if (name === undefined) return undefined
  const found = await scoped(tx, actor, 'company')
    .select('id')
    .where((eb) => eb.or([eb('name', '=', name), eb('short_name', '=', name), eb('code', '=', name)]))
    .limit(2)
    .execute()
  if (found.length !== 1) row.refuse(key, 'imports.unknownName', { name })
  return found[0]?.id
}

export function region(row: RowReader, key: string): string | undefined {
  const text = row.given(key)
  if (text === undefined) return undefined
  const code = regionCode(text)
  if (code === undefined) row.refuse(key, 'field.region')
  return code
}

/** What is not said is no, or what is usual. */
export function flag(row: RowReader, key: string, usual = false): boolean | undefined {
  if (row.given(key) === undefined) return usual
  const said = yesNo(row.cell(key))
  if (said === undefined) row.refuse(key, 'field.flag')
  return said
}
