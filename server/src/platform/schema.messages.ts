import type { Generated } from 'kysely'
import type { Json, Moment, MomentOr, Or, Record_ } from './columnTypes.ts'

/** Tables of mail and WeChat; a part of schema.ts. */
export type Mailbox = Record_ & {
  name: string
  host: string
  port: number
  security: 'none' | 'starttls' | 'tls'
  account: Generated<string>
  secret: Or<Buffer>
  sender: string
  sender_name: Generated<string>
  is_default: Generated<boolean>
  enabled: Generated<boolean>
  tested_at: MomentOr
  test_error: Or<string>
}
export type MailState = 'waiting' | 'sent' | 'failed' | 'cancelled'
export type MailTable = {
  id: Generated<number>
  mailbox_id: number
  recipients: string[]
  cc: string[]
  subject: string
  body: string
  kind: string
  entity: Or<string>
  entity_id: Or<number>
  about: string
  detail: Json<Record<string, unknown>>
  state: MailState
  attempts: Generated<number>
  turn: Generated<number>
  next_at: MomentOr
  taken_at: MomentOr
  fault: Or<string>
  answer: Generated<string>
  accepted: Generated<string[]>
  sent_at: MomentOr
  cleared_at: MomentOr
  created_at: Moment
  created_by: number
  updated_at: Moment
  updated_by: Or<number>
  version: Generated<number>
}
export type WechatTicket = {
  ticket_hash: Buffer
  open_id: string
  wechat_name: string
  created_at: Moment
  expires_at: Moment
  used_at: MomentOr
}
export type WechatState = { state_hash: Buffer; user_id: Or<number>; created_at: Moment; expires_at: Moment }
