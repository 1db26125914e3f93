import { randomBytes } from 'node:crypto'
import { rightPages } from '@xunyun/contract/pages'
import type { Db, Tx } from '../src/platform/db.ts'
import { hashPassword } from '../src/platform/passwords.ts'
import { seedMenu } from './menu.ts'

export type SeedOptions = { adminPassword: string | undefined; demo: boolean; dataDir?: string }
export type DemoAccount = { account: string; password: string; role: string }
export type Seeded = { firstRun: boolean; generatedAdminPassword?: string; demoAccounts?: DemoAccount[] }

/** First-run data, and after an upgrade the menu entries of new pages. Safe to run at every start, by several servers. */
export async function seed(db: Db, options: SeedOptions): Promise<Seeded> {
  const seeded = await db.transaction().execute(async (tx) => {
    const added = await seedMenu(tx)
    const admin = await tx.selectFrom('app_user').select('id').where('account', '=', 'admin').executeTakeFirst()
    if (admin === undefined) return firstRun(tx, options)
    await grantAll(tx, admin.id, added)
    return { firstRun: false }
  })
  if (!options.demo) return seeded
  const { seedDemo } = await import('./demo.ts')
  return { ...seeded, demoAccounts: await seedDemo(db) }
}

async function firstRun(tx: Tx, options: SeedOptions): Promise<Seeded> {
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
  await grantAll(tx, admin.id, rightPages)
  return { firstRun: true, ...(options.adminPassword === undefined ? { generatedAdminPassword: password } : {}) }
}

async function grantAll(tx: Tx, userId: number, pages: readonly string[]): Promise<void> {
  if (pages.length === 0) return
  await tx
    .insertInto('user_right')
    .values(pages.map((page) => ({ user_id: userId, page, browse: true, edit: true, approve: true })))
    .onConflict((oc) => oc.doNothing())
    .execute()
}
