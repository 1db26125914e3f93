import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoredFile } from '@xunyun/contract/files/calls'
import { maxFileMb } from '@xunyun/contract/files/calls'
import { sql } from 'kysely'
import { type Actor, isCustomer } from './actor.ts'
import { clock } from './clock.ts'
import type { Db, Tx } from './db.ts'
import type { Records } from './records.ts'
import { notFound, Refusal } from './refusal.ts'

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
  readonly #records: Records

  constructor(dataDir: string, records: Records) {
    this.#root = path.join(dataDir, 'files')
    this.#records = records
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
    return { ...(await this.#record(tx, actor, name, { sha256, size: bytes.length, ...kind })), sha256 }
  }

  /** Stores a file that we made, of any size: written beside its place first, then known by its hash. */
  async storeStream(tx: Tx, actor: Actor, name: string, stream: Readable): Promise<StoredFile> {
    await mkdir(this.#root, { recursive: true })
    const part = path.join(this.#root, `${randomBytes(9).toString('hex')}.part`)
    try {
      await pipeline(stream, createWriteStream(part, { flush: true }))
      const head = await open(part, 'r')
      const { buffer } = await head.read(Buffer.alloc(4096), 0, 4096, 0)
      await head.close()
      const hash = createHash('sha256')
      await pipeline(createReadStream(part), hash)
      const sha256 = hash.digest('hex')
      const target = this.pathOf(sha256)
      await mkdir(path.dirname(target), { recursive: true })
      const { size } = await stat(part)
      await rename(part, target)
      return await this.#record(tx, actor, name, { sha256, size, ...sniff(buffer) })
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  async #record(
    tx: Tx,
    actor: Actor,
    name: string,
    file: { sha256: string; size: number; type?: string; extension?: string },
  ): Promise<StoredFile> {
    const { sha256, size, type = 'application/octet-stream', extension = '' } = file
    const token = `${randomBytes(18).toString('base64url')}${extension}`
    const cleanName = path.basename(name.replace(/[\p{Cc}"\\/]/gu, '_')).slice(-150) || `file${extension}`
    const row = await tx
      .insertInto('stored_file')
      .values({ token, sha256, name: cleanName, type, size, created_at: clock.now(), created_by: actor.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { FileID: row.id, Url: `/api/files/${token}`, Name: cleanName, Size: size, Type: type }
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

  /** Ties files that this actor uploaded to a record; `internal`: never for a customer's account. */
  async link(
    tx: Tx,
    actor: Actor,
    entity: string,
    entityId: number,
    fileIds: readonly number[],
    internal = false,
  ): Promise<void> {
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
      .values(mine.map(({ id }) => ({ file_id: id, entity, entity_id: entityId, internal })))
      .onConflict((oc) => oc.doNothing())
      .execute()
  }

  /** The files of one record, without the internal ones, are the other's too. */
  async share(
    tx: Tx,
    from: { readonly entity: string; readonly id: number },
    to: { readonly entity: string; readonly id: number },
  ): Promise<void> {
    await tx
      .insertInto('file_link')
      .columns(['file_id', 'entity', 'entity_id'])
      .expression((eb) =>
        eb
          .selectFrom('file_link')
          .select(['file_id', eb.val(to.entity).as('entity'), eb.val(to.id).as('entity_id')])
          .where('entity', '=', from.entity)
          .where('entity_id', '=', from.id)
          .where('internal', '=', false),
      )
      .onConflict((oc) => oc.doNothing())
      .execute()
  }

  /** Files of a record, oldest first, without the internal ones. The caller has checked that the record may be seen. */
  async of(tx: Tx, entity: string, entityId: number): Promise<StoredFile[]> {
    const rows = await tx
      .selectFrom('file_link')
      .innerJoin('stored_file', 'stored_file.id', 'file_link.file_id')
      .select(['stored_file.id', 'token', 'name', 'size', 'type'])
      .where('entity', '=', entity)
      .where('entity_id', '=', entityId)
      .where('internal', '=', false)
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

  /** Lets go a file that no record has: its row, and its bytes when no other row has the same. */
  async forget(db: Db, id: number): Promise<void> {
    const found = await sql<{ sha256: string }>`
      delete from stored_file f where f.id = ${id}
        and not exists (select 1 from file_link l where l.file_id = f.id)
        and not exists (select 1 from import_batch b where b.file_id = f.id)
        and not exists (select 1 from job j where j.file_id = f.id)
      returning f.sha256`.execute(db)
    const sha256 = found.rows[0]?.sha256
    if (sha256 === undefined) return
    const other = await db.selectFrom('stored_file').select('id').where('sha256', '=', sha256).executeTakeFirst()
    if (other === undefined) await rm(this.pathOf(sha256), { force: true })
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
      .select(['entity', 'entity_id', 'internal'])
      .where('file_id', '=', fileId)
      .execute()
    for (const link of links) {
      if (link.internal && isCustomer(actor)) continue
      if (await this.#records.maySee(tx, actor, link.entity, link.entity_id)) return true
    }
    return false
  }
}
