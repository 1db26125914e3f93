import type { Kind } from '@xunyun/contract/kernel/call'
import { type PageKey, rightPages } from '@xunyun/contract/pages'
import { type Job, jobRights, jobs, jobTitles } from '@xunyun/contract/rights'
import type { Tx } from '../src/platform/db.ts'

/**
 * Seeds the roles that come with the product (domain §1, presets), each when the first of its pages is built. One that
 * exists is the company's: an upgrade gives it its rights on pages that are new, and touches nothing else. Answers the
 * ids by their key, and whether the administrators' role is new.
 */
export async function seedRoles(tx: Tx, newPages: readonly string[]) {
  const known = await tx.selectFrom('role').select(['id', 'preset']).where('preset', 'is not', null).execute()
  const ids = new Map(known.map(({ id, preset }) => [preset as Job, id]))
  const isFirst = !ids.has('administrator')
  for (const job of jobs) {
    const rights = rightsOf(job)
    if (rights.length === 0) continue
    const had = ids.get(job)
    const id = had ?? (await addRole(tx, job))
    ids.set(job, id)
    const given = had === undefined ? rights : rights.filter(([page]) => newPages.includes(page))
    if (given.length > 0)
      await tx
        .insertInto('role_right')
        .values(
          given.map(([page, kind]) => ({
            role_id: id,
            page,
            browse: true,
            edit: kind !== 'browse',
            approve: kind === 'approve',
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
  return { ids, isFirst }
}

/** Approve contains edit here: whoever decides also changes. */
const rightsOf = (job: Job): [page: string, kind: Kind][] =>
  job === 'administrator'
    ? rightPages.map((page) => [page, 'approve'])
    : (Object.entries(jobRights[job]) as [PageKey, Kind][])

async function addRole(tx: Tx, job: Job): Promise<number> {
  const { id } = await tx
    .insertInto('role')
    .values({ name: await freeName(tx, jobTitles[job].zh), preset: job })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A company may have made a role of that name before the product brought one. */
async function freeName(tx: Tx, title: string): Promise<string> {
  const taken = await tx.selectFrom('role').select('name').where('is_deleted', '=', false).execute()
  const names = new Set(taken.map(({ name }) => name.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? title : `${title} ${number}`
    if (!names.has(name.toLowerCase())) return name
  }
}
