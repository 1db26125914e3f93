import { createHash, randomBytes } from 'node:crypto'
import type * as calls from '@xunyun/contract/devices/positions'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, contains } from '../../platform/conditions.ts'
import { type Db, kept, type Tx } from '../../platform/db.ts'
import { FailuresPerMinute } from '../../platform/http/failures.ts'
import { addressOf } from '../../platform/http/request.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { isEnabledCompany } from './store.ts'

/** Tokens of suppliers' platforms: shown once, kept as hashes, ended on GPSStock. */

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const bearer = (request: FastifyRequest): string =>
  /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''

/** What calls of one token are counted under; without one, those of an address. */
export const callerOf = (request: FastifyRequest): string => {
  const token = bearer(request)
  return token === '' ? addressOf(request) : hashOf(token).toString('base64')
}

/** Whose platform it is that calls. Wrong tokens are counted by address, which keeps no right one out. */
export function supplierOfToken(wrongPerMinute: number) {
  const failures = new FailuresPerMinute(wrongPerMinute)
  return async (db: Db, request: FastifyRequest): Promise<number> => {
    const { rows } = await sql<{ supplierId: number; id: number; due: boolean }>`${kept}
      select id, supplier_id as "supplierId", coalesce(used_at < ${clock.iso()}::timestamptz - interval '1 minute', true) as due
      from position_token where hash = ${hashOf(bearer(request))} and ended_at is null`.execute(db)
    const [found] = rows
    if (found === undefined) {
      const address = addressOf(request)
      if (failures.tooMany(address)) throw new Refusal('kernel.tooMany')
      failures.add(address)
      throw new Refusal('devices.badToken')
    }
    if (found.due)
      await db.updateTable('position_token').set({ used_at: clock.iso() }).where('id', '=', found.id).execute()
    return found.supplierId
  }
}

export const makePositionToken: Act<typeof calls.makePositionToken> = async ({ tx, actor }, { supplierId }) => {
  if (!(await isEnabledCompany(tx, supplierId))) throw badField('supplierId', 'devices.unknownSupplier')
  const token = `gps_${randomBytes(24).toString('base64url')}`
  const { id } = await tx
    .insertInto('position_token')
    .values({
      supplier_id: supplierId,
      hash: hashOf(token),
      tail: token.slice(-4),
      made_at: clock.iso(),
      made_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Ended once; again it is ended already. */
export const endPositionToken: Act<typeof calls.endPositionToken> = async ({ tx, actor }, { id }) => {
  const { numUpdatedRows } = await tx
    .updateTable('position_token')
    .set((eb) => ({
      ended_at: eb.fn.coalesce('ended_at', eb.val(clock.iso())) as never,
      ended_by: eb.fn.coalesce('ended_by', eb.val(actor.userId)) as never,
    }))
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
  return {}
}

export async function positionTokens(tx: Tx): Promise<Output<typeof calls.getPositionTokens>> {
  const { rows } = await sql<Output<typeof calls.getPositionTokens>[number]>`
    select t.id, t.supplier_id as "supplierId", c.name as "supplierName", t.tail, t.made_at as "madeAt", u.name as "madeByName",
      t.used_at as "usedAt", t.ended_at as "endedAt"
    from position_token t join company c on c.id = t.supplier_id join app_user u on u.id = t.made_by order by t.id desc limit 200`.execute(
    tx,
  )
  return rows
}

/** Whose devices we have: a token of anybody else would reach none. */
export async function deviceSuppliers(
  tx: Tx,
  { q, ids }: Input<typeof calls.getDeviceSuppliers>,
): Promise<Output<typeof calls.getDeviceSuppliers>> {
  const { rows } = await sql<Output<typeof calls.getDeviceSuppliers>[number]>`
    select c.id, c.name as label, c.code as hint
    -- unscoped: devices are everybody's to supply, and whoever makes tokens sees them all
    from company c where not c.is_deleted and ${ids === undefined ? sql`c.enabled and not c.blacklisted` : sql`true`} and exists (select from gps_device d where d.supplier_id = c.id and not d.is_deleted and d.state <> 'scrapped')
      and ${all([contains('c.search', q), anyOf('c.id', ids)])} order by c.name collate "zh-x-icu" limit 50`.execute(tx)
  return rows
}
