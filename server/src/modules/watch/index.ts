import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/watch/calls'
import { watchPages } from '@xunyun/contract/watch/lists'
import * as settings from '@xunyun/contract/watch/settings'
import { sql } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import { assignWatched, changeWatchedDue, claimWatched, setKeyWaybills, unsetKeyWaybills } from './acts.ts'
import { watchColumns } from './columns.ts'
import { type CaseClocks, turnClocks } from './job.ts'
import { listWatched, totalWatched } from './queries.ts'
import { changeSetting, readWatchSetting } from './settings.ts'

export { colleague, setKeyWaybills } from './acts.ts'
export { type CaseClocks, type Due, levelNow } from './job.ts'
export { lateWaybills } from './queries.ts'
export { usualOwner } from './rules.ts'
export { settingOf } from './settings.ts'

/** What is late, silent or must not go wrong: lists that are read live, and the clocks beside them (T27). */
export function watch({ bind, exports, jobs }: Platform, deps: { caseClocks: readonly CaseClocks[] }): void {
  bind(calls.getWatched, ({ tx, actor }, input) => listWatched(tx, actor, input))
  bind(calls.getWatchedTotals, ({ tx, actor }, input) => totalWatched(tx, actor, input))
  exports.offer(calls.exportWatched, {
    name: (actor, { list }) => pageOf(watchPages[list]).titles[actor.language],
    columns: () => watchColumns,
    page: (tx, actor, input, request) => listWatched(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.claimWatched, claimWatched)
  bind(calls.assignWatched, assignWatched)
  bind(calls.changeWatchedDue, changeWatchedDue)
  bind(calls.setKeyWaybills, setKeyWaybills)
  bind(calls.unsetKeyWaybills, unsetKeyWaybills)
  bind(calls.getWatchers, async ({ tx }, { q = '' }) => {
    const users = await sql<{ id: number; label: string; hint: string | null }>`
      select u.id, u.name as label, o.short_name as hint
      -- unscoped: outlets lend their names
      from app_user u left join company o on o.id = u.outlet_id
      where u.status = 0 and not u.is_deleted and u.scope <> 'customer' and u.name like ${`%${q}%`} order by u.name collate "zh-x-icu" limit 50`.execute(
      tx,
    )
    const roles = await sql<{ id: number; label: string; hint: null }>`
      select id, name as label, null as hint from role where not is_deleted and enabled order by name collate "zh-x-icu"`.execute(
      tx,
    )
    return { users: users.rows, roles: roles.rows }
  })
  bind(settings.getWatchSetting, ({ tx, actor }, { list }) => readWatchSetting(tx, actor, list))
  bind(settings.changeWatchSetting, changeSetting)
  bind(calls.runWatch, ({ tx }) => turnClocks(tx, deps.caseClocks))
  jobs.every('watch', 5, (db) => db.transaction().execute((tx) => turnClocks(tx, deps.caseClocks)))
}
