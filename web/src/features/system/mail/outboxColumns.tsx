import type { MailRow, MailState } from '@xunyun/contract/system/outbox'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { sayNow } from '../../../shared/i18n/textKey.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

export const mailTones: Readonly<Record<MailState, Tone>> = {
  waiting: 'blue',
  sent: 'green',
  failed: 'red',
  cancelled: 'grey',
}

const column = columnsOf<MailRow>()

export const outboxColumns = [
  column.link('subject', 'system:outbox.subject', { width: 260 }),
  column.state('state', 'system:outbox.state', {
    words: (row) => `system:outbox.state.${row.state}` as const,
    tone: (row) => mailTones[row.state],
    struck: (row) => row.state === 'cancelled',
    width: 92,
  }),
  column.text('to', 'system:outbox.to', { value: (row) => row.to.join(', '), width: 184, card: 'meta' }),
  column.text('about', 'system:outbox.about', { width: 172, card: 'fact' }),
  column.integer('files', 'system:outbox.files', { width: 60 }),
  column.text('fault', 'system:outbox.fault', {
    value: (row) => (row.fault === null ? null : sayNow(`system:outbox.fault.${row.fault}`)),
    width: 148,
    card: 'fact',
  }),
  column.text('answer', 'system:outbox.answer', { width: 220 }),
  column.ago('createdAt', 'system:outbox.createdAt', { width: 92, sortKey: 'createdAt', card: 'aside' }),
  column.text('createdByName', 'system:outbox.createdBy', { width: 80 }),
  column.moment('sentAt', 'system:outbox.sentAt', { sortKey: 'sentAt' }),
  column.text('mailboxName', 'system:outbox.mailbox', { width: 108 }),
  column.moment('nextAt', 'system:outbox.nextAt', { hidden: true }),
  column.integer('attempts', 'system:outbox.attempts', { width: 72, hidden: true }),
  column.text('cc', 'system:outbox.cc', { value: (row) => row.cc.join(', '), hidden: true }),
  column.code('kind', 'system:outbox.kind', (row) => `system:outbox.kind.${row.kind}` as const, { hidden: true }),
]
