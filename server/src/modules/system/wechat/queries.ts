import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type BindingFilter, type BindingRow, bindingTabs, type getBindings } from '@xunyun/contract/system/wechat'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { all, anyOf, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { type ListColumn, listColumn, titled, yes } from '../../../platform/excel/list.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import { likePart } from '../../../platform/search.ts'
import { matchesPerson } from '../users/findPeople.ts'

const sorts = () =>
  ({
    // A cursor has no null: who never did comes last.
    boundAt: { by: sql`coalesce(u.open_id_bound_at, '-infinity')`, type: 'timestamptz' },
    lastLoginAt: { by: sql`coalesce(u.wechat_login_at, '-infinity')`, type: 'timestamptz' },
    account: { by: sql`lower(u.account)`, type: 'text' },
    name: { by: sql`u.name collate "zh-x-icu"`, type: 'text' },
  }) satisfies Record<string, SortKey>

async function conditions(tx: Tx, filter: BindingFilter): Promise<RawBuilder<SqlBool>> {
  const { q } = filter
  return all([
    sql<SqlBool>`not u.is_deleted`,
    q === undefined ? undefined : sql<SqlBool>`(${await matchesPerson(tx, q)} or u.wechat_name ilike ${likePart(q)})`,
    equals('u.outlet_id', filter.outletId),
    anyOf('u.id', filter.ids),
  ])
}

/** Unbound are those who could still bind: a disabled account is not waited for. */
const tabCondition = (tab: BindingFilter['tab']): RawBuilder<SqlBool> =>
  tab === undefined
    ? sql<SqlBool>`true`
    : tab === 'bound'
      ? sql<SqlBool>`u.open_id is not null`
      : sql<SqlBool>`(u.open_id is null and u.status = 0)`

export async function listBindings(tx: Tx, input: Input<typeof getBindings>): Promise<Output<typeof getBindings>> {
  const page = paging(sorts(), { sort: 'boundAt', dir: 'desc' }, 'u.id', input)
  const found = await sql<BindingRow & { k: string }>`
    select u.id, u.account, u.name, o.short_name as "outletName",
      case when u.open_id is null then '' else left(u.open_id, 4) || '****' || right(u.open_id, 3) end as "openId",
      coalesce(u.wechat_name, '') as "wechatName", u.open_id_bound_at as "boundAt", u.wechat_login_at as "lastLoginAt",
      u.status = 0 as enabled, p.k::text as k from (
      select u.id, ${page.key} as k from app_user u
      where ${await conditions(tx, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    -- unscoped: the name of a user's outlet, for whoever manages bindings
    ) p join app_user u on u.id = p.id left join company o on o.id = u.outlet_id ${page.orderOut}`.execute(tx)
  return page.finish(found.rows)
}

export async function totalBindings(tx: Tx, filter: BindingFilter) {
  const found = await sql<Totals>`
    select ${countTabs(bindingTabs, tabCondition, filter.tab)}
    from app_user u where ${await conditions(tx, filter)}`.execute(tx)
  return totalsOf(found)
}

/** The columns of the export; keys are those of the page. */
export const bindingColumns: readonly ListColumn<BindingRow>[] = [
  listColumn('system:mail.account', 'text', { width: 16 }),
  { key: 'name', type: 'text', width: 12, titles: titled('姓名', 'Name', 'Nombre', '氏名') },
  listColumn('system:user.outlet', 'text', { key: 'outletName', width: 18 }),
  { key: 'openId', type: 'text', width: 16, titles: titled('OpenId', 'OpenId', 'OpenId', 'OpenId') },
  {
    key: 'wechatName',
    type: 'text',
    width: 16,
    titles: titled('微信昵称', 'WeChat name', 'Nombre en WeChat', 'WeChat名'),
  },
  { key: 'boundAt', type: 'moment', titles: titled('绑定时间', 'Linked at', 'Vinculado el', '連携日時') },
  {
    key: 'lastLoginAt',
    type: 'moment',
    titles: titled('最近微信登录', 'Last WeChat sign-in', 'Último acceso por WeChat', '最終WeChatログイン'),
  },
  {
    key: 'enabled',
    type: 'text',
    width: 8,
    titles: titled('账号启用', 'Account enabled', 'Cuenta activa', 'アカウント有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
]
