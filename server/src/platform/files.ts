import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { StoredFile } from '@xunyun/contract/files/calls'
import { maxFileMb } from '@xunyun/contract/files/calls'
import type { Actor } from './actor.ts'
import { clock } from './clock.ts'
import type { Tx } from './db.ts'
import { notFound, Refusal } from './refusal.ts'

/** What a record's owner says about a file linked to it: may this actor see the record? Modules register theirs. */
export type FileGuard = (tx: Tx, actor: Actor, entityId: number) => Promise<boolean>

/** The kind of a file by its first bytes; a name or a sent type proves nothing. */
function sniff(bytes: Buffer): { type: string; extension: string } | undefined {
  const starts = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte)
  if (starts(0xff, 0xd8, 0xff)) return { type: 'image/jpeg', extension: '.jpg' }
  if (starts(0x89, 0x50, 0x4e, 0x47)) return { type: 'image/png', extension: '.png' }
  if (starts(0x52, 0x49, 0x46, 0x46) && bytes.subarray(8, 12).toString('latin1') === 'WEBP')
    return { type: 'image/webp', extension: '.webp' }
  if (starts(0x25, 0x50, 0x44, 0x46)) return { type: 'application/pdf', extension: '.pdf' }
  if (starts(0x50, 0x4b, 0x03, 0x04) && bytes.includes('xl/'))
    return { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: '.xlsx' }
  return undefined
}

/** Files by content hash under DATA_DIR/files, metadata in SQL; several processes share the directory. */
export class Files {
  readonly #root: string
  readonly #guards = new Map<string, FileGuard>()

  constructor(dataDir: string) {
    this.#root = path.join(dataDir, 'files')
  }

  guard(entity: string, guard: FileGuard): void {
    this.#guards.set(entity, guard)
  }

  pathOf(sha256: string): string {
    return path.join(this.#root, sha256.slice(0, 2), sha256)
  }

  /** Stores the bytes durably, then the row; the same bytes are kept once. */
  async store(tx: Tx, actor: Actor, name: string, bytes: Buffer): Promise<StoredFile & { sha256: string }> {
    if (bytes.length > maxFileMb * 1024 * 1024) throw new Refusal('kernel.tooLarge', { max: maxFileMb })
    const kind = sniff(bytes)
    if (kind === undefined) throw new Refusal('kernel.fileType')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await this.#write(sha256, bytes)
    const token = `${randomBytes(18).toString('base64url')}${kind.extension}`
    const cleanName = path.basename(name.replace(/[\p{Cc}"\\/]/gu, '_')).slice(-150) || `file${kind.extension}`
    const row = await tx
      .insertInto('stored_file')
      .values({
        token,
        sha256,
        name: cleanName,
        type: kind.type,
        size: bytes.length,
        created_at: clock.now(),
        created_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { FileID: row.id, Url: `/api/files/${token}`, Name: cleanName, Size: bytes.length, Type: kind.type, sha256 }
  }

  async #write(sha256: string, bytes: Buffer): Promise<void> {
    const target = this.pathOf(sha256)
    if ((await stat(target).catch(() => undefined)) !== undefined) return
    await mkdir(path.dirname(target), { recursive: true })
    const part = `${target}.${randomBytes(6).toString('hex')}.part`
    try {
      await writeFile(part, bytes, { flush: true })
      await rename(part, target)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  /** Ties files that this actor uploaded to a record. */
  async link(tx: Tx, actor: Actor, entity: string, entityId: number, fileIds: readonly number[]): Promise<void> {
    if (fileIds.length === 0) return
    const mine = await tx
      .selectFrom('stored_file')
      .select('id')
      .where('id', 'in', [...fileIds])
      .where('created_by', '=', actor.userId)
      .execute()
    if (mine.length !== new Set(fileIds).size) throw notFound()
    await tx
      .insertInto('file_link')
      .values(mine.map(({ id }) => ({ file_id: id, entity, entity_id: entityId })))
      .onConflict((oc) => oc.doNothing())
      .execute()
  }

  /** Files of a record, oldest first. The caller has checked that the record may be seen. */
  async of(tx: Tx, entity: string, entityId: number): Promise<StoredFile[]> {
    const rows = await tx
      .selectFrom('file_link')
      .innerJoin('stored_file', 'stored_file.id', 'file_link.file_id')
      .select(['stored_file.id', 'token', 'name', 'size', 'type'])
      .where('entity', '=', entity)
      .where('entity_id', '=', entityId)
      .orderBy('stored_file.id')
      .execute()
    return rows.map((row) => ({
      FileID: row.id,
      Url: `/api/files/${row.token}`,
      Name: row.name,
      Size: row.size,
      Type: row.type,
    }))
  }

  /** Opens a file for whoever uploaded it or may see a record that it is tied to; anybody else meets "no such record". */
  async open(tx: Tx, actor: Actor, token: string) {
    const file = await tx.selectFrom('stored_file').selectAll().where('token', '=', token).executeTakeFirst()
    if (file === undefined) throw notFound()
    if (file.created_by !== actor.userId && !(await this.#maySee(tx, actor, file.id))) throw notFound()
    return { ...file, stream: createReadStream(this.pathOf(file.sha256)) }
  }

  async #maySee(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
    const links = await tx
      .selectFrom('file_link')
      .select(['entity', 'entity_id'])
      .where('file_id', '=', fileId)
      .execute()
    for (const link of links) {
      if (await this.#guards.get(link.entity)?.(tx, actor, link.entity_id)) return true
    }
    return false
  }
}
