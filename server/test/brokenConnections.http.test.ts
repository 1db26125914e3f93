import { once } from 'node:events'
import { connect } from 'node:net'
import { getUserInfo } from '@xunyun/contract/system/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from './world.ts'

/** What goes away between the server and its neighbours, and takes nobody else with it. */
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('[D-05] a connection cut in the middle of a transaction fails that command alone', async () => {
  const cut = world.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(world.db)
    await sql`select 1`.execute(tx)
  })
  await expect(cut).rejects.toThrow()
  expect((await world.admin.ok(getUserInfo, {})).LOGNAME).toBe('admin')
})

it('[AP-13] an upload that comes slowly holds no connection to the database, however many there are', async () => {
  const { hostname, port } = new URL(world.url)
  const half =
    'POST /api/FileUpload/FileUpload HTTP/1.1\r\nHost: x\r\n' +
    `token: ${world.admin.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n` +
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7'
  const sockets = await Promise.all(
    // More than there are connections.
    Array.from({ length: 15 }, async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(half)
      return socket
    }),
  )
  try {
    for (let asked = 0; asked < 20; asked += 1) expect((await world.admin.ok(getUserInfo, {})).LOGNAME).toBe('admin')
    const held = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(world.db)
    expect(held.rows).toEqual([{ n: 0 }])
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})
