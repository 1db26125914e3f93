import { randomBytes } from 'node:crypto'
import { rightPages } from '@xunyun/contract/pages'
import { kinds, nothingAllowed, ownFor } from '@xunyun/contract/rights'
import type { Db, Tx } from '../src/platform/db.ts'
import { hashPassword } from '../src/platform/passwords.ts'
import type { DemoAccount } from './demo.ts'
import { seedDictionary } from './dictionary.ts'
import { seedMenu } from './menu.ts'
import { seedRoles } from './roles.ts'

export type SeedOptions = { adminPassword: string | undefined; demo: boolean; dataDir?: string }
export type Seeded = { firstRun: boolean; generatedAdminPassword?: string; demoAccounts?: DemoAccount[] }

/**
 * First-run data, and after an upgrade the menu entries of new pages with the presets' rights on them. Safe to run at
 * every start, by several servers.
 */
export async function seed(db: Db, options: SeedOptions): Promise<Seeded> {
  const seeded = await db.transaction().execute(async (tx) => {
    const added = await seedMenu(tx)
    await seedDictionary(tx)
    const { ids, isFirst } = await seedRoles(tx, added)
    const administrators = ids.get('administrator') as number
    const admin = await tx.selectFrom('app_user').select('id').where('account', '=', 'admin').executeTakeFirst()
    if (admin === undefined) return firstRun(tx, options, administrators)
    // From the time before there were roles: what he held page by page he holds by the role from now on.
    if (isFirst) await moveToRole(tx, admin.id, administrators, added)
    return { firstRun: false }
  })
  if (!options.demo) return seeded
  const { seedDemo } = await import('./demo.ts')
  return { ...seeded, demoAccounts: await seedDemo(db) }
}

async function firstRun(tx: Tx, options: SeedOptions, administrators: number): Promise<Seeded> {
  const password = options.adminPassword ?? randomBytes(9).toString('base64url')
  const admin = await tx
    .insertInto('app_user')
    .values({
      account: 'admin',
      name: '管理员',
      scope: 'all',
      password_hash: await hashPassword(password),
      // A password that the installer chose is his own; a generated one stood on a screen.
      must_change_password: options.adminPassword === undefined,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('user_role').values({ user_id: admin.id, role_id: administrators }).execute()
  return { firstRun: true, ...(options.adminPassword === undefined ? { generatedAdminPassword: password } : {}) }
}

/** Only of whoever still manages users. What was taken from him on a page that is not new stays away, as a denial. */
async function moveToRole(tx: Tx, userId: number, role: number, added: readonly string[]): Promise<void> {
  const rows = await tx.selectFrom('effective_right').selectAll().where('user_id', '=', userId).execute()
  const had = new Map(rows.map(({ page, browse, edit, approve }) => [page, { browse, edit, approve }]))
  if (!had.get('user')?.edit || !had.get('user')?.approve) return
  const everything = { browse: true, edit: true, approve: true }
  const denials = rightPages
    .filter((page) => !added.includes(page))
    .map((page) => ({ user_id: userId, page, ...ownFor(everything, had.get(page) ?? nothingAllowed) }))
    .filter((own) => kinds.some((kind) => own[kind] !== null))
  await tx.insertInto('user_role').values({ user_id: userId, role_id: role }).execute()
  await tx.deleteFrom('user_right').where('user_id', '=', userId).execute()
  if (denials.length > 0) await tx.insertInto('user_right').values(denials).execute()
}
