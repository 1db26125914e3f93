import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Titles } from '@xunyun/contract/pages'
import {
  type getMailboxes,
  type MailboxFilter,
  type MailboxRow,
  type MailFaultReason,
  mailboxTabs,
} from '@xunyun/contract/system/mailboxes'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { all, anyOf } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { type ListColumn, listColumn, titled, yes } from '../../../platform/excel/list.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import { likePart } from '../../../platform/search.ts'
import { readTest } from './mailTest.ts'

const sorts = () =>
  ({
    name: { by: sql`m.name collate "zh-x-icu"`, type: 'text' },
    testedAt: { by: sql`coalesce(m.tested_at, '-infinity')`, type: 'timestamptz' },
    updatedAt: { by: sql.ref('m.updated_at'), type: 'timestamptz' },
  }) satisfies Record<string, SortKey>

function conditions({ q, ids }: MailboxFilter): RawBuilder<SqlBool> {
  const pattern = likePart(q ?? '')
  return all([
    sql<SqlBool>`not m.is_deleted`,
    q === undefined
      ? undefined
      : sql<SqlBool>`(m.name ilike ${pattern} or m.host ilike ${pattern} or m.account ilike ${pattern} or m.sender ilike ${pattern})`,
    anyOf('m.id', ids),
  ])
}

const tabCondition = (tab: MailboxFilter['tab']): RawBuilder<SqlBool> =>
  tab === undefined ? sql<SqlBool>`true` : sql<SqlBool>`m.enabled = ${tab === 'enabled'}`

type Found = Omit<MailboxRow, 'testFault' | 'testAnswer'> & { test_error: string | null; k: string }

export async function listMailboxes(tx: Tx, input: Input<typeof getMailboxes>): Promise<Output<typeof getMailboxes>> {
  const page = paging(sorts(), { sort: 'name', dir: 'asc' }, 'm.id', input)
  const found = await sql<Found>`
    select m.id, m.name, m.host, m.port, m.security, m.account, m.secret is not null as "hasPassword", m.sender,
      m.sender_name as "senderName", m.is_default as "isDefault", m.enabled, m.tested_at as "testedAt", m.test_error,
      m.updated_at as "updatedAt", u.name as "updatedByName", m.version, ${page.key}::text as k
    from mailbox m left join app_user u on u.id = m.updated_by
    where ${conditions(input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(
    tx,
  )
  const { rows, next } = page.finish(found.rows)
  return {
    rows: rows.map(({ test_error, ...row }) => {
      const { fault, answer } = readTest(test_error)
      return { ...row, testFault: fault, testAnswer: answer }
    }),
    next,
  }
}

export async function totalMailboxes(tx: Tx, filter: MailboxFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...mailboxTabs], tabCondition, filter.tab)}
    from mailbox m where ${conditions(filter)}`.execute(tx)
  return totalsOf(found)
}

/** Why a mail did not leave, in a file. */
export const faultWords: Readonly<Record<MailFaultReason, Titles>> = {
  auth: titled('账号或密码被拒', 'Login refused', 'Acceso rechazado', 'ログイン拒否'),
  host: titled('找不到服务器', 'Unknown host', 'Servidor desconocido', 'サーバーが見つかりません'),
  refused: titled('服务器拒绝连接', 'Connection refused', 'Conexión rechazada', '接続拒否'),
  tls: titled('加密或证书有问题', 'TLS or certificate', 'TLS o certificado', 'TLS・証明書の問題'),
  timeout: titled('服务器没有回应', 'No answer', 'Sin respuesta', '応答なし'),
  address: titled('收发件地址被拒', 'Address refused', 'Dirección rechazada', 'アドレス拒否'),
  key: titled('存的密码解不开', 'Stored password unreadable', 'Contraseña ilegible', '保存したパスワードを読めません'),
  other: titled('没有发出', 'Not sent', 'No enviado', '送信失敗'),
}

/** The columns of the export; keys are those of the page. */
export const mailboxColumns: readonly ListColumn<MailboxRow>[] = [
  listColumn('system:mail.name', 'text', { width: 20 }),
  listColumn('system:mail.host', 'text', { width: 28 }),
  listColumn('system:mail.port', 'integer', { width: 8 }),
  listColumn('system:mail.security', 'text', {
    width: 10,
    value: ({ security }) => (security === 'none' ? '—' : security.toUpperCase()),
  }),
  listColumn('system:mail.account', 'text', { width: 28 }),
  listColumn('system:mail.sender', 'text', { width: 28 }),
  listColumn('system:mail.senderName', 'text', { width: 16 }),
  listColumn('system:mail.isDefault', 'text', {
    width: 8,
    value: ({ isDefault }, language) => yes(isDefault, language),
  }),
  listColumn('system:mail.testedAt', 'moment'),
  listColumn('system:mail.result', 'text', {
    key: 'testResult',
    width: 20,
    value: ({ testedAt, testFault }, language) =>
      testedAt === null ? '' : testFault === null ? '✓' : faultWords[testFault][language],
  }),
  {
    key: 'enabled',
    type: 'text',
    width: 8,
    titles: titled('启用', 'Enabled', 'Activo', '有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
  listColumn('system:role.changedBy', 'text', { key: 'updatedByName' }),
  listColumn('system:role.changedAt', 'moment', { key: 'updatedAt' }),
]
