import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoredFile } from '@xunyun/contract/system/files'
import { sql } from 'kysely'
import { type Actor, isCustomer } from './actor.ts'
import { clock } from './clock.ts'
import { anyId, type Db, kept, type Tx } from './db.ts'
import type { Records } from './records.ts'
import { notFound, Refusal } from './refusal.ts'

/** What a zip has entries of. */
type Named = { excel: boolean; ofd: boolean }
const entryOf = { excel: 'xl/', ofd: 'OFD.xml' } as const
const longestEntry = Math.max(...Object.values(entryOf).map((name) => name.length))
const headBytes = 256

/** Text that begins with a declaration or a root element; a page, or a picture that may hold a script, is taken for neither. */
const isXml = (head: Buffer): boolean =>
  !head.includes(0) &&
  /^\uFEFF?\s*<(?:\?xml\s|(?!(?:html|svg|script|body|head)\b)[a-z_][\w.:-]*[\s/>])/i.test(head.toString('utf8'))

/** The kind of a file by its bytes; a name or a sent type proves nothing. */
function sniff(head: Buffer, { excel, ofd }: Named): { type: string; extension: string } | undefined {
  const starts = (...signature: number[]) => signature.every((byte, i) => head[i] === byte)
  if (starts(0xff, 0xd8, 0xff)) return { type: 'image/jpeg', extension: '.jpg' }
  if (starts(0x89, 0x50, 0x4e, 0x47)) return { type: 'image/png', extension: '.png' }
  if (starts(0x52, 0x49, 0x46, 0x46) && head.subarray(8, 12).toString('latin1') === 'WEBP')
    return { type: 'image/webp', extension: '.webp' }
  if (starts(0x25, 0x50, 0x44, 0x46)) return { type: 'application/pdf', extension: '.pdf' }
  // What the tax bureau gives out of an invoice beside its PDF.
  if (starts(0x50, 0x4b, 0x03, 0x04) && ofd) return { type: 'application/ofd', extension: '.ofd' }
  if (isXml(head)) return { type: 'application/xml', extension: '.xml' }
  if (starts(0x50, 0x4b, 0x03, 0x04) && excel)
    return { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: '.xlsx' }
  return undefined
}

/** A file that has come whole and lies in `part`, of nobody yet. `type` and `extension` where its bytes tell. */
export type Received = {
  readonly part: string
  readonly name: string
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  readonly type?: string
  readonly extension?: string
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

  /**
   * Takes what a client sends, as it comes: written to a file of its own while it is hashed, so that neither memory nor a
   * transaction waits for a slow line. Whoever receives keeps it, or lets it go.
   */
  async receive(name: string, stream: Readable): Promise<Received> {
    const received = await this.#take(name, stream)
    if (received.type !== undefined) return received
    await this.discard(received)
    throw new Refusal('kernel.fileType')
  }

  /** Puts a received file where its hash says, then its row; the same bytes are kept once. */
  async keep(tx: Tx, actor: Actor, { part, name, ...file }: Received): Promise<StoredFile> {
    const target = this.pathOf(file.sha256)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await rename(part, target)
    return await this.#record(tx, actor, name, file)
  }

  async discard({ part }: Received): Promise<void> {
    await rm(part, { force: true })
  }

  /** Stores a file that we made, of any size. */
  async storeStream(tx: Tx, actor: Actor, name: string, stream: Readable): Promise<StoredFile> {
    return await this.keep(tx, actor, await this.#take(name, stream))
  }

  async #take(name: string, stream: Readable): Promise<Received> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    const part = path.join(this.#root, `${randomBytes(9).toString('hex')}.part`)
    const hash = createHash('sha256')
    let size = 0
    let head: Buffer = Buffer.alloc(0)
    let end: Buffer = Buffer.alloc(0)
    const named: Named = { excel: false, ofd: false }
    async function* looking(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes)])
        // A name may begin in one piece and end in the next.
        const seam = Buffer.concat([end, chunk.subarray(0, longestEntry - 1)])
        for (const kind of ['excel', 'ofd'] as const)
          named[kind] ||= chunk.includes(entryOf[kind]) || seam.includes(entryOf[kind])
        end = Buffer.concat([end, chunk]).subarray(1 - longestEntry)
        yield chunk
      }
    }
    // Made here: a stream that is to make its file, and breaks off at once, may make it after `rm` has found none.
    const file = await open(part, 'wx', 0o600)
    try {
      await pipeline(stream, looking, file.createWriteStream({ flush: true }))
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    return { part, name, sha256: hash.digest('hex'), size, ...sniff(head, named) }
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

  /** Unties an internal file from a record, if this actor uploaded it; the bytes stay, as other records may have the same. */
  async unlink(tx: Tx, actor: Actor, entity: string, entityId: number, fileId: number): Promise<boolean> {
    const gone = await tx
      .deleteFrom('file_link')
      .where('entity', '=', entity)
      .where('entity_id', '=', entityId)
      .where('file_id', '=', fileId)
      .where('internal', '=', true)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('stored_file as f')
            .select('f.id')
            .whereRef('f.id', '=', 'file_link.file_id')
            .where('f.created_by', '=', actor.userId),
        ),
      )
      .executeTakeFirst()
    return gone.numDeletedRows > 0n
  }

  /** The files of one record are the other's from now on. */
  async move(tx: Tx, entity: string, from: number, to: number): Promise<void> {
    await sql`
      insert into file_link (file_id, entity, entity_id, internal)
      select file_id, entity, ${to}, internal from file_link where entity = ${entity} and entity_id = ${from}
      on conflict do nothing`.execute(tx)
    await tx.deleteFrom('file_link').where('entity', '=', entity).where('entity_id', '=', from).execute()
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
    return (await this.ofMany(tx, entity, [entityId])).get(entityId) ?? []
  }

  /** The same of many records. */
  async ofMany(tx: Tx, entity: string, entityIds: readonly number[]): Promise<Map<number, StoredFile[]>> {
    if (entityIds.length === 0) return new Map()
    const rows = await tx
      .selectFrom('file_link')
      .modifyFront(kept)
      .innerJoin('stored_file', 'stored_file.id', 'file_link.file_id')
      .select(['entity_id', 'stored_file.id', 'token', 'name', 'size', 'type'])
      .where('entity', '=', entity)
      .where(sql<boolean>`entity_id = ${anyId(entityIds)}`)
      .where('internal', '=', false)
      .orderBy('stored_file.id')
      .execute()
    const found = new Map<number, StoredFile[]>()
    for (const row of rows) {
      const file = {
        FileID: row.id,
        Url: `/api/files/${row.token}`,
        Name: row.name,
        Size: row.size,
        Type: row.type,
      }
      found.set(row.entity_id, [...(found.get(row.entity_id) ?? []), file])
    }
    return found
  }

  /** Bytes that a user has uploaded since `ms`; what was made for him by a job is not his upload. */
  async uploadedBy(tx: Tx, userId: number, ms: number): Promise<number> {
    const { rows } = await sql<{ bytes: string }>`
      select coalesce(sum(f.size), 0)::text as bytes from stored_file f
      where f.created_by = ${userId} and f.created_at > ${new Date(ms)}
        and not exists (select 1 from job j where j.file_id = f.id)`.execute(tx)
    return Number(rows[0]?.bytes ?? 0)
  }

  /** Lets go what was uploaded before `ms` and tied to nothing, and what broke off while it came. */
  async tidyUp(db: Db, ms: number): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select f.id from stored_file f
      where f.created_at < ${new Date(ms)}
        and not exists (select 1 from file_link l where l.file_id = f.id)
        and not exists (select 1 from import_batch b where b.file_id = f.id)
        and not exists (select 1 from job j where j.file_id = f.id)`.execute(db)
    for (const { id } of rows) await this.forget(db, id)
    for (const name of await readdir(this.#root).catch(() => [])) {
      const part = path.join(this.#root, name)
      if (name.endsWith('.part') && (await stat(part)).mtimeMs < ms) await rm(part, { force: true })
    }
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
