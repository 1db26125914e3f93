import { isReason, sayReason } from '@xunyun/contract/errors'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Language } from '@xunyun/contract/pages'
import type { AccessKind, AccessRow, getAccessLog, getAccessTotals } from '@xunyun/contract/system/access'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOf, betweenDays, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { type ListColumn, titled } from '../../platform/excel/list.ts'
import { paging } from '../../platform/list.ts'
import { likePart } from '../../platform/search.ts'

type Filter = Input<typeof getAccessTotals>

/** As of the history beside it: counting everything would cost more than it tells. */
const mostCounted = 10_000

function conditions(filter: Filter): RawBuilder<SqlBool> {
  const pattern = filter.q === undefined ? '' : likePart(filter.q)
  return all([
    equals('a.kind', filter.kind),
    equals('a.user_id', filter.userId),
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(a.account ilike ${pattern} or a.name ilike ${pattern} or a.address ilike ${pattern} or a.detail::text ilike ${pattern})`,
    betweenDays('a.at', filter.from, filter.to),
    anyOf('a.id', filter.ids),
  ])
}

type Detail = {
  readonly what?: string
  readonly way?: string
  readonly reason?: string
  readonly filter?: Readonly<Record<string, unknown>>
  readonly rows?: number
}

/** Who came in, was refused, left, or took data along; latest first. */
export async function listAccess(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getAccessLog>,
): Promise<Output<typeof getAccessLog>> {
  // Written in the order of time: the id sorts as the moment does, and is the primary key.
  const page = paging({ at: { by: sql.ref('a.id'), type: 'bigint' } }, { sort: 'at', dir: 'desc' }, 'a.id', input)
  const found = await sql<
    Omit<AccessRow, 'what' | 'way' | 'reason' | 'filter' | 'rows'> & { k: string; detail: Detail }
  >`
    select a.id, a.at, a.kind, a.account, a.name, a.address, a.agent, a.detail, a.id::text as k
    from access_log a where ${conditions(input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return {
    rows: rows.map(({ detail: { what = '', way = '', reason = '', filter = {}, rows: count = null }, ...row }) => ({
      ...row,
      what,
      way,
      reason: isReason(reason) ? sayReason(reason, {}, actor.language) : reason,
      filter: Object.entries(filter)
        .map(([name, value]) => `${name}=${value}`)
        .join(' · '),
      rows: count,
    })) as AccessRow[],
    next,
  }
}

export async function totalAccess(tx: Tx, filter: Filter): Promise<Output<typeof getAccessTotals>> {
  const found = await sql<{ count: number }>`select count(*) as count from
    (select 1 from access_log a where ${conditions(filter)} limit ${mostCounted + 1}) counted`.execute(tx)
  return { count: found.rows[0]?.count ?? 0 }
}

const kinds: Readonly<Record<AccessKind, Readonly<Record<Language, string>>>> = {
  login: titled('登录', 'Sign-in', 'Acceso', 'ログイン'),
  failure: titled('登录失败', 'Failed sign-in', 'Acceso fallido', 'ログイン失敗'),
  logout: titled('退出', 'Sign-out', 'Salida', 'ログアウト'),
  export: titled('导出', 'Export', 'Exportación', '書き出し'),
  download: titled('下载', 'Download', 'Descarga', 'ダウンロード'),
}

export const accessTitle = titled('登录与导出', 'Sign-ins and exports', 'Accesos y exportaciones', 'ログインと出力')

export const accessColumns: readonly ListColumn<AccessRow>[] = [
  { key: 'at', type: 'moment', width: 18, titles: titled('时间', 'Time', 'Hora', '日時') },
  {
    key: 'kind',
    type: 'text',
    width: 14,
    titles: titled('类型', 'Type', 'Tipo', '種別'),
    value: ({ kind }, language) => kinds[kind][language],
  },
  { key: 'account', type: 'text', width: 16, titles: titled('账号', 'Account', 'Cuenta', 'アカウント') },
  { key: 'name', type: 'text', width: 12, titles: titled('姓名', 'Name', 'Nombre', '氏名') },
  { key: 'address', type: 'text', width: 18, titles: titled('IP 地址', 'Address', 'Dirección IP', 'IP アドレス') },
  { key: 'what', type: 'text', width: 24, titles: titled('内容', 'Content', 'Contenido', '内容') },
  { key: 'filter', type: 'text', width: 40, titles: titled('筛选条件', 'Filter', 'Filtro', '絞り込み') },
  { key: 'rows', type: 'integer', width: 10, titles: titled('行数', 'Rows', 'Filas', '行数') },
  { key: 'reason', type: 'text', width: 26, titles: titled('原因', 'Reason', 'Motivo', '理由') },
  { key: 'agent', type: 'text', width: 30, titles: titled('浏览器', 'Browser', 'Navegador', 'ブラウザー') },
]
