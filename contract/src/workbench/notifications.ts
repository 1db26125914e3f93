import * as z from 'zod/mini'
import { call } from '../kernel/call.ts'
import { id, int, optional } from '../kernel/wire.ts'

/** What a notification says; the page has the sentence in the reader's language. */
export const notificationKinds = [
  'mentioned',
  'commented',
  'exportReady',
  'jobDone',
  'jobFailed',
  'approvalWaits',
  'approvalTransferred',
  'approvalPassed',
  'approvalSentBack',
  'stockBroken',
  'deviceToReturn',
  'mailFailed',
  'watchDue',
  'watchEscalated',
  'watchEscalatedMany',
  'statementConfirmed',
  'statementDisputed',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notification = z.strictObject({
  id: z.int(),
  at: z.string(),
  kind: z.enum(notificationKinds),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Where it leads: an address of ours, or a file. */
  link: z.string(),
  read: z.boolean(),
})
export type Notification = z.output<typeof notification>

export const getNotifications = call({
  method: 'GET',
  path: '/api/Workbench/GetNotifications',
  summary: 'My notifications, latest first, and how many are unread',
  audience: 'everybody',
  access: 'session',
  input: z.object({ before: optional(id), pageSize: optional(int(1, 100)) }),
  output: z.strictObject({ rows: z.array(notification), unread: z.int() }),
})
export const readNotifications = call({
  method: 'POST',
  path: '/api/Workbench/ReadNotifications',
  summary: 'Mark one of mine as read, or all',
  audience: 'everybody',
  access: 'session',
  input: z.object({ id: optional(id) }),
  output: z.strictObject({ unread: z.int() }),
})
