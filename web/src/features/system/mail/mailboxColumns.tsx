import type { MailboxRow } from '@xunyun/contract/system/mailboxes'
import { columnsOf } from '../../../shared/grid/column.tsx'

const column = columnsOf<MailboxRow>()

/** never, sent, or why not. */
const resultOf = ({ testedAt, testFault }: MailboxRow) => testFault ?? (testedAt === null ? 'never' : 'sent')

export const mailColumns = [
  column.link('name', 'system:mail.name', { width: 120, sortKey: 'name' }),
  column.text('host', 'system:mail.host', { width: 132, card: 'meta' }),
  // A number of a door: not grouped.
  column.text('port', 'system:mail.port', { value: (row) => String(row.port), width: 56, card: 'meta' }),
  column.code('security', 'system:mail.security', (row) => `system:mail.security.${row.security}`, {
    width: 92,
    card: 'fact',
  }),
  column.text('account', 'system:mail.account', { width: 124 }),
  column.text('sender', 'system:mail.sender', { width: 148, card: 'fact' }),
  column.code(
    'isDefault',
    'system:mail.isDefault',
    (row) => (row.isDefault ? 'system:mail.defaultYes' : 'system:mail.defaultNo'),
    { value: (row) => String(row.isDefault), width: 64, card: 'fact' },
  ),
  column.ago('testedAt', 'system:mail.testedAt', { width: 92, sortKey: 'testedAt', card: 'aside' }),
  column.state('testFault', 'system:mail.result', {
    exportKey: 'testResult',
    value: resultOf,
    words: (row) => `system:mail.result.${resultOf(row)}`,
    tone: (row) => (row.testFault !== null ? 'red' : row.testedAt === null ? 'grey' : 'green'),
    width: 128,
  }),
  column.state('enabled', 'system:mail.status', {
    value: (row) => String(row.enabled),
    words: (row) => `system:status.${row.enabled ? 0 : 1}`,
    tone: (row) => (row.enabled ? 'green' : 'grey'),
    width: 64,
    card: undefined,
  }),
  column.text('senderName', 'system:mail.senderName', { hidden: true }),
  column.text('updatedByName', 'system:role.changedBy', { hidden: true }),
  column.moment('updatedAt', 'system:role.changedAt', { hidden: true, sortKey: 'updatedAt' }),
]
