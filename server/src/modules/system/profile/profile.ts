import type { Output } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/system/profile'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import type { Files } from '../../../platform/files.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { badField } from '../../../platform/refusal.ts'
import { closeSessions } from '../../../platform/session.ts'
import { changed, refuseStale } from '../../../platform/version.ts'
import { boundCompanies } from '../users/binding.ts'
import { namesOfWarehouses } from '../users/userWarehouses.ts'

/** My own account (RT-06): everything here acts on the actor, never on an id that was sent. */

export async function myProfile(tx: Tx, actor: Actor): Promise<Output<typeof calls.getMyProfile>> {
  // unscoped: the name of my own outlet
  const row = await owned(tx)
    .selectFrom('app_user as u')
    .leftJoin('company as o', 'o.id', 'u.outlet_id')
    .select([
      'u.id as UserID',
      'u.account as LOGNAME',
      'u.name as UNAME',
      'u.photo as PHOTO',
      'u.mobile',
      'o.short_name as outletName',
      'u.scope',
      'u.created_at as createdAt',
      'u.last_login_at as lastLoginAt',
      'u.version',
    ])
    .where('u.id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    companies: await boundCompanies(tx, actor.userId),
    warehouses: actor.warehouses && (await namesOfWarehouses(tx, actor.warehouses)),
  }
}

export const changeMyProfile =
  (files: Files): Act<typeof calls.changeMyProfile> =>
  async ({ tx, actor }, input) => {
    const before = await tx
      .selectFrom('app_user')
      .selectAll()
      .where('id', '=', actor.userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await refuseStale(tx, before, input.version)
    const after = { mobile: input.mobile ?? null, photo: input.PHOTO ?? '' }
    if (after.photo !== '' && after.photo !== before.photo) {
      const picture = await pictureOf(tx, actor, after.photo)
      await files.link(tx, actor, 'user', actor.userId, [picture])
    }
    await tx
      .updateTable('app_user')
      .set({ ...after, ...changed(actor.userId, before.version) })
      .where('id', '=', actor.userId)
      .execute()
    await recordHistory(tx, actor, 'user', actor.userId, 'changed', differences(before, after))
    return { version: before.version + 1 }
  }

/** A photo is a picture that its owner uploaded: an address of anything else would be shown to colleagues. */
async function pictureOf(tx: Tx, actor: Actor, url: string): Promise<number> {
  const file = await tx
    .selectFrom('stored_file')
    .select(['id', 'type'])
    .where('token', '=', url.replace(/^\/api\/files\//, ''))
    .where('created_by', '=', actor.userId)
    .executeTakeFirst()
  if (file === undefined) throw badField('PHOTO', 'kernel.notFound')
  if (!file.type.startsWith('image/')) throw badField('PHOTO', 'kernel.fileType')
  return file.id
}

export async function mySessions(tx: Tx, actor: Actor): Promise<Output<typeof calls.getMySessions>> {
  const rows = await tx
    .selectFrom('session')
    .select(['id', 'address', 'agent', 'created_at as createdAt', 'seen_at as seenAt'])
    .where('user_id', '=', actor.userId)
    .where('expires_at', '>', clock.iso())
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows
    .map((row) => ({ ...row, current: row.id === actor.sessionId }))
    .sort((a, b) => Number(b.current) - Number(a.current))
}

export const endMyOtherSessions: Act<typeof calls.endMyOtherSessions> = async ({ tx, actor }, { sessionId }) => {
  if (sessionId === actor.sessionId) throw badField('sessionId', 'system.thisSession')
  const which = sessionId === undefined ? { butNot: actor.sessionId } : { only: sessionId }
  return { ended: await closeSessions(tx, actor.userId, which) }
}
