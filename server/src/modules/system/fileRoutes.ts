import type { FastifyReply } from 'fastify'
import { recordAccess } from '../../platform/accessLog.ts'
import type { Files } from '../../platform/files.ts'
import type { Context } from '../../platform/http/binder.ts'
import { fromOf } from '../../platform/http/request.ts'

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
