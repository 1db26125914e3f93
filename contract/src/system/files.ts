import * as z from 'zod/mini'
import { call } from '../kernel/call.ts'
import { flag, optional, text } from '../kernel/wire.ts'

/** Pictures and papers that people attach. 20 MB each; JPEG, PNG, WebP, PDF, XLSX, OFD, XML by their content, not by their name; what is no picture is sent to be saved, never shown. */
export const maxFileMb = 20

/** `Url` is a path below the API host; its last part is a random reference, not a number that can be guessed. */
export const storedFile = z.strictObject({
  FileID: z.int(),
  Url: z.string(),
  Name: z.string(),
  Size: z.int(),
  Type: z.string(),
})
export type StoredFile = z.output<typeof storedFile>

/** AP-13: multipart, one part named `file`. */
export const fileUpload = call({
  method: 'POST',
  path: '/api/FileUpload/FileUpload',
  summary: 'Upload one file',
  audience: 'everybody',
  access: 'session',
  input: z.object({}),
  output: storedFile,
  transport: 'multipart',
})

/** The bytes of a file, for whoever uploaded it or may see a record that it belongs to; takes the session cookie too. */
export const getFile = call({
  method: 'GET',
  path: '/api/files/:token',
  summary: 'Download a file',
  audience: 'everybody',
  access: 'session',
  input: z.object({ token: text(80), download: optional(flag) }),
  output: z.strictObject({}),
  transport: 'file',
})
