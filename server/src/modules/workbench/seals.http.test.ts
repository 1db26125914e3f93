import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as calls from '@xunyun/contract/waybills/chains'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'
import { clock } from '../../platform/clock.ts'
import { Secrets } from '../../platform/secrets.ts'
import { sealDays } from './seals.ts'

let world: World
let freight: Freight
let office: Person
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = await world.person('office', { rights: 'all' })
})
afterAll(() => world.close())

/** As somebody with the database's password would. */
async function byHand(table: string, statement: string): Promise<void> {
  await sql.raw(`alter table ${table} disable trigger user`).execute(world.db)
  await sql.raw(statement).execute(world.db)
  await sql.raw(`alter table ${table} enable trigger user`).execute(world.db)
}

const sealUntil = (days: number) =>
  clock.as(new Date(Date.now() + days * 86_400_000), () =>
    sealDays({ db: world.db as never, dataDir: world.dataDir, secrets: new Secrets(world.dataDir) }),
  )
const states = async () => (await office.client.ok(calls.checkSeals, {})).map(({ state }) => state)

it('[RT-16/hashList] of a day that was sealed outside the database a chain written anew with hashes that fit, a line of history, the seal itself: each is told by its day', async () => {
  const { id } = await freight.waybill(office.client, 3)
  await sql`insert into history (entity, entity_id, at, by_name, action, changes) values ('company', 1, now(), '王芳', 'created', '[]')`.execute(
    world.db,
  )
  await sealUntil(1)
  await sealUntil(3)
  expect(await states(), 'days that were missed are sealed too').toEqual(['holds', 'holds', 'holds'])
  await byHand('waybill_event', `update waybill_event set hash = sha256(hash) where waybill_id = ${id}`)
  expect(await states()).toEqual(['chains', 'holds', 'holds'])
  await byHand(
    'waybill_event',
    `update waybill_event set hash = (select chain_hash from waybill where id = ${id}) where waybill_id = ${id}`,
  )
  await byHand('history', `update history set by_name = by_name || 'x' where id = (select min(id) from history)`)
  expect(await states()).toEqual(['history', 'holds', 'holds'])
  await byHand('history', `update history set by_name = left(by_name, -1) where id = (select min(id) from history)`)
  expect(await states()).toEqual(['holds', 'holds', 'holds'])

  const folder = path.join(world.dataDir, 'seals')
  const [first = '', second = ''] = (await readdir(folder)).sort()
  const seal = await readFile(path.join(folder, first), 'utf8')
  await writeFile(path.join(folder, first), seal.replace(/"count":\d+/, '"count":0'))
  await rm(path.join(folder, second))
  expect(await states()).toEqual(['forged', 'gone', 'holds'])
})
