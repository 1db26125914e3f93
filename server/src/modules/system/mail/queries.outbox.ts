import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Titles } from '@xunyun/contract/pages'
import {
  type getMail,
  type getMails,
  type MailFilter,
  type MailKind,
  type MailRow,
  type MailState,
  mailStates,
  type OutboxFault,
} from '@xunyun/contract/system/outbox'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { type ListColumn, listColumn, titled } from '../../../platform/excel/list.ts'
import type { Files } from '../../../platform/files.ts'
import { historyOf } from '../../../platform/history.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import type { Records } from '../../../platform/records.ts'
import { notFound } from '../../../platform/refusal.ts'
import { likePart } from '../../../platform/search.ts'
import { mailAbilities, seesAll } from './outbox.ts'
import { faultWords } from './queries.mailboxes.ts'

const sorts = () =>
  ({
    createdAt: { by: sql.ref('m.created_at'), type: 'timestamptz' },
    sentAt: { by: sql`coalesce(m.sent_at, '-infinity')`, type: 'timestamptz' },
  }) satisfies Record<string, SortKey>

function conditions(actor: Actor, { q, ids, mailboxId, from, to }: MailFilter): RawBuilder<SqlBool> {
  const pattern = likePart(q ?? '')
  return all([
    seesAll(actor) ? undefined : sql<SqlBool>`m.created_by = ${actor.userId}`,
    q === undefined
      ? undefined
      : sql<SqlBool>`(m.subject ilike ${pattern} or m.about ilike ${pattern}
          or array_to_string(m.recipients || m.cc, ' ') ilike ${pattern})`,
    equals('m.mailbox_id', mailboxId),
    betweenDays('m.created_at', from, to),
    anyOf('m.id', ids),
  ])
}

const tabCondition = (tab: MailFilter['tab']): RawBuilder<SqlBool> =>
  tab === undefined ? sql<SqlBool>`true` : sql<SqlBool>`m.state = ${tab}`

const rowColumns = sql`m.id, m.kind, m.mailbox_id as "mailboxId", b.name as "mailboxName", m.recipients as "to", m.cc, m.subject,
  m.about, m.state, m.attempts, case when m.attempts > 0 then m.next_at end as "nextAt", m.fault, m.answer, m.accepted,
  (select count(*) from file_link l where l.entity = 'mail' and l.entity_id = m.id) as files,
  m.created_at as "createdAt", u.name as "createdByName", m.sent_at as "sentAt", m.version, m.taken_at`
const joins = sql`mail m join mailbox b on b.id = m.mailbox_id join app_user u on u.id = m.created_by`

type Found = Omit<MailRow, 'actions'> & { taken_at: string | null }
const toRow = (actor: Actor, { taken_at, ...row }: Found): MailRow => ({
  ...row,
  actions: mailAbilities(actor, { state: row.state, attempts: row.attempts, taken_at }),
})

export async function listMails(tx: Tx, actor: Actor, input: Input<typeof getMails>): Promise<Output<typeof getMails>> {
  const page = paging(sorts(), { sort: 'createdAt', dir: 'desc' }, 'm.id', input)
  const found = await sql<Found & { k: string }>`
    select ${rowColumns}, ${page.key}::text as k from ${joins}
    where ${conditions(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(
    tx,
  )
  const { rows, next } = page.finish(found.rows)
  return { rows: (rows as Found[]).map((row) => toRow(actor, row)), next }
}

export async function totalMails(tx: Tx, actor: Actor, filter: MailFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...mailStates], tabCondition, filter.tab)}
    from mail m where ${conditions(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function mailDetail(
  tx: Tx,
  actor: Actor,
  { files, records }: { files: Files; records: Records },
  id: number,
): Promise<Output<typeof getMail>> {
  const found = await sql<
    Found & { sender: string; text: string; clearedAt: string | null; entity: string | null; entity_id: number | null }
  >`
    select ${rowColumns}, b.sender, m.body as text, m.cleared_at as "clearedAt", m.entity, m.entity_id from ${joins}
    where ${conditions(actor, { ids: [id] })}`.execute(tx)
  const [row] = found.rows
  if (row === undefined) throw notFound()
  const { sender, text, clearedAt, entity, entity_id, ...rest } = row
  const maySee = entity !== null && entity_id !== null && (await records.maySee(tx, actor, entity, entity_id))
  return {
    ...toRow(actor, rest),
    sender,
    text,
    clearedAt,
    attachments: await files.of(tx, 'mail', id),
    link: maySee ? (await records.describe(tx, entity, entity_id)).link : '',
    history: await historyOf(tx, 'mail', id),
  }
}

const states: Readonly<Record<MailState, Titles>> = {
  waiting: titled('等待发送', 'Waiting', 'En espera', '送信待ち'),
  sent: titled('已发出', 'Sent', 'Enviado', '送信済み'),
  failed: titled('发送失败', 'Failed', 'Fallido', '送信失敗'),
  cancelled: titled('已取消', 'Cancelled', 'Cancelado', '取消'),
}
const kinds: Readonly<Record<MailKind, Titles>> = {
  priceSheet: titled('运费确认单', 'Freight to confirm', 'Fletes por confirmar', '運賃確認書'),
}
const faults: Readonly<Record<OutboxFault, Titles>> = {
  ...faultWords,
  unsure: titled('没有确认，可能已送达', 'Unconfirmed: may have arrived', 'Sin confirmar', '未確認：届いた可能性あり'),
  mailbox: titled(
    '邮箱已停用或删除',
    'Mailbox disabled or deleted',
    'Buzón desactivado o eliminado',
    'メールボックス停止・削除',
  ),
  file: titled('附件读不出', 'Attachment unreadable', 'Adjunto ilegible', '添付を読めません'),
}

/** The columns of the export; keys are those of the page. */
export const mailColumns: readonly ListColumn<MailRow>[] = [
  listColumn('system:outbox.subject', 'text', { width: 36 }),
  listColumn('system:outbox.to', 'text', { width: 32, value: ({ to }) => to.join('; ') }),
  listColumn('system:outbox.cc', 'text', { width: 24, value: ({ cc }) => cc.join('; ') }),
  listColumn('system:outbox.kind', 'text', { value: ({ kind }, language) => kinds[kind][language] }),
  listColumn('system:outbox.about', 'text', { width: 24 }),
  listColumn('system:outbox.files', 'integer', { width: 8 }),
  listColumn('system:outbox.mailbox', 'text', { key: 'mailboxName' }),
  listColumn('system:outbox.state', 'text', { width: 12, value: ({ state }, language) => states[state][language] }),
  listColumn('system:outbox.attempts', 'integer', { width: 8 }),
  listColumn('system:outbox.fault', 'text', {
    width: 24,
    value: ({ fault }, language) => (fault === null ? '' : faults[fault][language]),
  }),
  listColumn('system:outbox.answer', 'text', { width: 48 }),
  listColumn('system:outbox.createdAt', 'moment'),
  listColumn('system:outbox.createdBy', 'text', { key: 'createdByName' }),
  listColumn('system:outbox.sentAt', 'moment'),
  listColumn('system:outbox.nextAt', 'moment'),
]
