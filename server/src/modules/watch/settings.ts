import type { Output } from '@xunyun/contract/kernel/call'
import { type ClockList, clockLists, watchPages } from '@xunyun/contract/watch/lists'
import {
  type changeWatchSetting,
  type getWatchSetting,
  mostEscalations,
  usualWatchSetting,
  type WatchSetting,
  watchSetting,
} from '@xunyun/contract/watch/settings'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, requireRight } from '../../platform/actor.ts'
import { anyId, type Tx } from '../../platform/db.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { readSetting, readSettings, settingHistory, writeSetting } from '../../platform/settings.ts'

const nameOf = (list: ClockList) => `watch.${list}`

export const settingOf = async (tx: Tx, list: ClockList): Promise<WatchSetting> =>
  (await readSetting(tx, nameOf(list), watchSetting, usualWatchSetting(list))).value

export async function settingsOf(tx: Tx): Promise<Map<ClockList, WatchSetting>> {
  const usual = new Map(clockLists.map((list) => [nameOf(list), usualWatchSetting(list)]))
  const found = await readSettings(tx, watchSetting, usual)
  return new Map(clockLists.map((list) => [list, found.get(nameOf(list))?.value ?? usualWatchSetting(list)]))
}

async function named(tx: Tx, table: 'app_user' | 'role', of: readonly number[]) {
  const { rows } = await sql<{ id: number; label: string }>`
    select id, name as label from ${sql.table(table)} where id = ${anyId(of)}`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A setting as its timeline tells it: each level in fields of its own, people and roles by name. */
async function teller(tx: Tx, ...settings: readonly WatchSetting[]) {
  const all = settings.flatMap(({ escalations }) => escalations)
  const users = await named(
    tx,
    'app_user',
    all.flatMap(({ userIds }) => userIds),
  )
  const roles = await named(
    tx,
    'role',
    all.flatMap(({ roleIds }) => roleIds),
  )
  const names = (known: typeof users, ids: readonly number[] = []) =>
    ids.map((id) => known.get(id)?.label ?? id).join(', ') || null
  return ({ escalations, ...rest }: WatchSetting): Readonly<Record<string, unknown>> => ({
    ...rest,
    ...Object.fromEntries(
      Array.from({ length: mostEscalations }, (_, at) => at + 1).flatMap((level) => {
        const one = escalations[level - 1]
        return [
          [`after${level}`, one?.after ?? null],
          [`users${level}`, names(users, one?.userIds)],
          [`roles${level}`, names(roles, one?.roleIds)],
          [`head${level}`, one?.head ?? null],
        ]
      }),
    ),
  })
}

export async function readWatchSetting(tx: Tx, actor: Actor, list: ClockList): Promise<Output<typeof getWatchSetting>> {
  requireRight(actor, watchPages[list], 'browse')
  const { value, version } = await readSetting(tx, nameOf(list), watchSetting, usualWatchSetting(list))
  const ids = (which: 'userIds' | 'roleIds') => value.escalations.flatMap((one) => one[which])
  const [users, roles] = [await named(tx, 'app_user', ids('userIds')), await named(tx, 'role', ids('roleIds'))]
  return {
    history: await settingHistory(tx, nameOf(list)),
    hours: value.hours,
    dueHours: value.dueHours,
    declaredFrom: value.declaredFrom,
    codFrom: value.codFrom,
    uninsuredMost: value.uninsuredMost,
    escalations: value.escalations.map(({ after, userIds, roleIds, head }) => ({
      after,
      users: userIds.flatMap((id) => users.get(id) ?? []),
      roles: roleIds.flatMap((id) => roles.get(id) ?? []),
      head,
    })),
    version,
  }
}

/** Levels rise one after the other, and each tells somebody. */
export const changeSetting: Act<typeof changeWatchSetting> = async ({ tx, actor }, { list, version, ...value }) => {
  requireRight(actor, watchPages[list], 'approve')
  const { escalations } = value
  refuseFields(
    escalations.flatMap(({ after, userIds, roleIds, head }, at) => [
      ...(at > 0 && after <= (escalations[at - 1]?.after ?? 0)
        ? [{ path: `escalations.${at}.after`, reason: 'watch.laterThanBefore' as const }]
        : []),
      ...(userIds.length + roleIds.length === 0 && !head
        ? [{ path: `escalations.${at}.userIds`, reason: 'field.required' as const }]
        : []),
    ]),
  )
  await refuseStrangers(tx, escalations)
  const before = await settingOf(tx, list)
  return {
    version: await writeSetting(tx, actor, nameOf(list), before, value, version, await teller(tx, before, value)),
  }
}

async function refuseStrangers(tx: Tx, escalations: WatchSetting['escalations']): Promise<void> {
  const known = async (table: 'app_user' | 'role', ids: readonly number[]) => {
    const { rows } = await sql<{
      id: number
    }>`select id from ${sql.table(table)} where id = ${anyId(ids)} and not is_deleted`.execute(tx)
    return new Set(rows.map(({ id }) => id))
  }
  const users = await known(
    'app_user',
    escalations.flatMap(({ userIds }) => userIds),
  )
  const roles = await known(
    'role',
    escalations.flatMap(({ roleIds }) => roleIds),
  )
  refuseFields(
    escalations.flatMap(({ userIds, roleIds }, at) => [
      ...(userIds.every((id) => users.has(id))
        ? []
        : [{ path: `escalations.${at}.userIds`, reason: 'field.id' as const }]),
      ...(roleIds.every((id) => roles.has(id))
        ? []
        : [{ path: `escalations.${at}.roleIds`, reason: 'field.id' as const }]),
    ]),
  )
}
