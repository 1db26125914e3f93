import pg from 'pg'
import { call, type Product, password, type Visit } from './product.ts'

/** What several journeys through the shell begin with. */

/** Runs a part of a journey as somebody, in a browser of their own; nobody is signed in without an account. */
export async function visitAs(
  product: Product,
  account: string,
  run: (visit: Visit) => Promise<void>,
  options: Parameters<Product['open']>[0] = {},
): Promise<void> {
  const visit = await product.open(options)
  if (account !== '') await visit.signIn(account)
  try {
    await visit.watch(() => run(visit))
  } catch (error) {
    await visit.close().catch(() => undefined)
    throw error
  }
  await visit.close()
}

export async function query(product: Product, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(product.databaseUrl)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** A person with rights on a few pages, signed in before and with a password of their own. */
export async function addPerson(product: Product, account: string): Promise<void> {
  const first = 'First-Pass-1'
  await call(product, 'admin', 'POST', '/api/Users/AddUsers', {
    LOGNAME: account,
    PSD: first,
    UNAME: account,
    scope: 'all',
  })
  const users = (await call(product, 'admin', 'GET', '/api/Users/GetAllUsers', { q: account })) as { UserID: number }[]
  const menus = (await call(product, 'admin', 'GET', '/api/SysUserRights/GetRightMenus')) as {
    MenuID: number
    Page: string
  }[]
  const Rights = menus
    .filter(({ Page }) => ['driver', 'allWayBill', 'clientErrors'].includes(Page))
    .map(({ MenuID }) => ({ MenuID, BrowseAccess: 1, AddModifyAccess: 1, DeleteApprovedAccess: 0 }))
  await call(product, 'admin', 'POST', '/api/SysUserRights/SetSysUserRights', { UserID: users[0]?.UserID, Rights })
  await call(product, account, 'POST', '/api/Users/ChangePWD', { OldPSD: first, PSD: password, Pwd2: password }, first)
}
