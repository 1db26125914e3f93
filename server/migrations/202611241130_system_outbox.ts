import { type Kysely, sql } from 'kysely'

/** The outbox: every mail to somebody outside, until it left and after. Its attachments are files tied to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mail (
    id bigint generated always as identity primary key,
    mailbox_id bigint not null references mailbox,
    recipients text[] not null constraint mail__recipients check (cardinality(recipients) > 0),
    cc text[] not null default '{}',
    subject text not null,
    body text not null,
    kind text not null,
    entity text,
    entity_id bigint,
    about text not null default '',
    detail jsonb not null default '{}',
    state text not null constraint mail__state check (state in ('waiting','sent','failed','cancelled')),
    attempts integer not null default 0,
    turn integer not null default 1,
    next_at timestamptz,
    taken_at timestamptz,
    fault text,
    answer text not null default '',
    accepted text[] not null default '{}',
    sent_at timestamptz,
    created_at timestamptz not null,
    created_by bigint not null references app_user,
    updated_at timestamptz not null,
    updated_by bigint references app_user,
    version integer not null default 1,
    constraint mail__sent check (state <> 'sent' or sent_at is not null),
    constraint mail__next check ((state = 'waiting') = (next_at is not null)),
    constraint mail__taken check (taken_at is null or state = 'waiting')
  )`.execute(db)
  for (const [column, comment] of Object.entries({
    kind: 'What it is, e.g. priceSheet: the module that wrote it hears when it leaves',
    about: 'What people called the record it is about when it was written',
    detail: 'For the module that wrote it; never shown',
    attempts: 'Since it was last given to be sent',
    turn: 'Grows with each time it is put in the queue: what was queued for an earlier turn does nothing',
    next_at: 'When it is tried next, while it waits',
    taken_at: 'Since when a process is sending it; the process may be gone',
    fault: 'Why the last attempt failed',
    answer: 'What the mail server said last',
    accepted: 'Those for whom a mail server took it; nobody of them is sent it again',
    sent_at: 'When a mail server first took it, for some or for all',
  }))
    await sql`comment on column mail.${sql.id(column)} is ${sql.lit(comment)}`.execute(db)
  await sql`create index mail__created on mail (created_at desc, id desc)`.execute(db)
  await sql`create index mail__state on mail (state, created_at desc, id desc)`.execute(db)
}
