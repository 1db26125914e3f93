import { maxFileMb, type StoredFile } from '@xunyun/contract/system/files'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAccess } from '../../../platform/accessLog.ts'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { standardUploadMbPerDay } from '../../../platform/config.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Files, Received } from '../../../platform/files.ts'
import type { Context } from '../../../platform/http/binder.ts'
import { fromOf } from '../../../platform/http/request.ts'
import type { Platform } from '../../../platform/platform.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'

/** Takes the one file of an upload. What comes broken off, too large or not as a form is refused, and leaves nothing. */
export async function receiveUpload(request: FastifyRequest, files: Files): Promise<Received> {
  try {
    const part = await request.file()
    if (part === undefined) throw badField('file', 'field.required')
    const received = await files.receive(part.filename, part.file)
    if (!part.file.truncated) return received
    await files.discard(received)
    throw new Refusal('kernel.tooLarge', { max: maxFileMb })
  } catch (error) {
    // A disk that is full is a fault of ours; what else the reading of a form throws is the sender's.
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw new Refusal('kernel.badUpload')
  }
}

/** What one person uploads in a day has an end: a program that runs wild shall not fill the disk. */
export async function keepUpload(tx: Tx, actor: Actor, platform: Platform, received: Received): Promise<StoredFile> {
  const { files, config } = platform
  const max = config.uploadMbPerDay ?? standardUploadMbPerDay
  if ((await files.uploadedBy(tx, actor.userId, clock.ms() - 86_400_000)) + received.size > max * 1024 ** 2) {
    await files.discard(received)
    throw new Refusal('kernel.uploadQuota', { max })
  }
  return await files.keep(tx, actor, received)
}

/** Sends a stored file. The only GETs that also take the session cookie: `<img>` and downloads can't send a header. */
export const serveFiles =
  (files: Files) =>
  async (
    { tx, actor, reply, request }: Context,
    input: { token: string; download?: boolean | undefined },
  ): Promise<FastifyReply> => {
    const file = await files.open(tx, actor, input.token)
    const inline = file.type.startsWith('image/') && input.download !== true
    // Pictures within pages are seen, not taken along.
    if (!inline)
      await recordAccess(tx, { kind: 'download', who: actor, from: fromOf(request), detail: { what: file.name } })
    return reply
      .header('content-type', file.type)
      .header('content-length', file.size)
      .header('cache-control', 'private, max-age=3600')
      .header(
        'content-disposition',
        `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      )
      .send(file.stream)
  }
