import * as z from 'zod/mini'
import { call } from '../kernel/call.ts'
import { id, lines, many, oneOf, optional } from '../kernel/wire.ts'
import { storedFile } from '../system/files.ts'

/** Records that can be talked about and have papers tied to them. Who may see the record may do both. */
export const recordKinds = [
  'waybill',
  'arrangement',
  'company',
  'contact',
  'driver',
  'vehicle',
  'transportPrice',
  'warehouse',
  'location',
  'item',
  'kit',
  'inboundNotice',
  'outboundNotice',
  'quotation',
  'phoneOrder',
  'application',
  'abnormal',
  'complaint',
  'gpsDevice',
  'gpsBinding',
  'payment',
  'statement',
  'signedReceipt',
] as const
export type RecordKind = (typeof recordKinds)[number]

const record = { entity: oneOf(recordKinds), entityId: id }
export const comment = z.strictObject({
  id: z.int(),
  at: z.string(),
  byId: z.int(),
  byName: z.string(),
  text: z.string(),
  mine: z.boolean(),
})
export type Comment = z.output<typeof comment>

export const getComments = call({
  method: 'GET',
  path: '/api/Workbench/GetComments',
  summary: 'What colleagues said about a record, oldest first; never for a customer’s account',
  audience: 'everybody',
  access: 'session',
  input: z.object(record),
  output: z.array(comment),
})
export const addComment = call({
  method: 'POST',
  path: '/api/Workbench/AddComment',
  summary: 'Say something about a record; colleagues who are named in it are notified',
  audience: 'everybody',
  access: 'session',
  input: z.object({ ...record, text: lines(2000), mentions: optional(many(id, 20)) }),
  output: comment,
  idempotent: true,
})
export const deleteComment = call({
  method: 'POST',
  path: '/api/Workbench/DeleteComment',
  summary: 'Take back a comment of mine',
  audience: 'everybody',
  access: 'session',
  input: z.object({ id }),
  output: z.strictObject({}),
})

/** A paper tied to a record, with who tied it. */
export const attachment = z.extend(storedFile, { at: z.string(), byName: z.string(), mine: z.boolean() })
export type Attachment = z.output<typeof attachment>
export const getAttachments = call({
  method: 'GET',
  path: '/api/Workbench/GetAttachments',
  summary: 'Papers that colleagues tied to a record; never for a customer’s account',
  audience: 'everybody',
  access: 'session',
  input: z.object(record),
  output: z.array(attachment),
})
export const addAttachments = call({
  method: 'POST',
  path: '/api/Workbench/AddAttachments',
  summary: 'Tie uploaded files of mine to a record',
  audience: 'everybody',
  access: 'session',
  input: z.object({ ...record, files: many(id, 20, 1) }),
  output: z.array(attachment),
  idempotent: true,
})
export const removeAttachment = call({
  method: 'POST',
  path: '/api/Workbench/RemoveAttachment',
  summary: 'Untie a file that I tied to a record',
  audience: 'everybody',
  access: 'session',
  input: z.object({ ...record, fileId: id }),
  output: z.strictObject({}),
})
