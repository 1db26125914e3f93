import { pbkdf2 } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Envelope } from '@xunyun/contract/kernel/call'
import { getUserInfo } from '@xunyun/contract/system/calls'
import { addComment } from '@xunyun/contract/workbench/comments'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keptDays, tidyUp } from '../src/modules/workbench/housekeeping.ts'
import { Files } from '../src/platform/files.ts'
import { Records } from '../src/platform/records.ts'
import { openWorld, type World } from './world.ts'

/** What comes in bodies: broken, too large, too slow, too much. */
let world: World
beforeAll(async () => {
  world = await openWorld({ uploadMbPerDay: 1, bodySeconds: { upload: { silent: 1, whole: 4 }, other: 1 } })
})
afterAll(() => world.close())

const pdf = (bytes: number) => new Blob([`%PDF-1.7\n${'x'.repeat(bytes - 9)}`])
async function upload(file: Blob, name = 'a.pdf') {
  const form = new FormData()
  form.append('file', file, name)
  const response = await world.admin.fetch('/api/FileUpload/FileUpload', { method: 'POST', body: form })
  return (await response.json()) as Envelope<{ FileID: number } | null>
}
const stored = async () =>
  (await readdir(path.join(world.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  )

it('[AP-13] an upload that is no form, or breaks off, is refused in words, and leaves nothing behind', async () => {
  const bodies: [string, string][] = [
    ['multipart/form-data; boundary=zz', '--zz'],
    ['multipart/form-data; boundary=', '--'],
    [
      'multipart/form-data; boundary=zz',
      '--zz\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF',
    ],
    ['multipart/form-data', '--zz--'],
    [`multipart/form-data; boundary=${'b'.repeat(5000)}`, 'x'],
  ]
  for (const [type, body] of bodies) {
    const response = await world.admin.fetch('/api/FileUpload/FileUpload', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    const { code, error } = (await response.json()) as Envelope
    expect([response.status, code, error?.reason], body).toEqual([200, 422, 'kernel.badUpload'])
  }
  expect((await upload(new Blob(['<svg/>']), 'a.png')).error?.reason).toBe('kernel.fileType')
  const large = await upload(pdf(21 * 1024 * 1024))
  expect(large).toMatchObject({ code: 422, msg: 'The file is larger than 20 MB', error: { reason: 'kernel.tooLarge' } })
  expect(await stored()).toEqual([])
})

it('[RT-16/billApply] the OFD and the XML of an invoice are taken by their bytes and sent to be saved, never shown; a page is none', async () => {
  const ofd = new Uint8Array(70_000)
  ofd.set([0x50, 0x4b, 0x03, 0x04])
  // Where one piece of what comes may end and the next begin.
  ofd.set(new TextEncoder().encode('OFD.xml'), 65_533)
  const files: [Blob, string, string][] = [
    [new Blob([ofd]), 'invoice.ofd', 'application/ofd'],
    [new Blob(['\ufeff<?xml version="1.0"?><EInvoice/>']), 'invoice.xml', 'application/xml'],
    [new Blob(['<EInvoice><Header/></EInvoice>']), 'root.xml', 'application/xml'],
  ]
  for (const [file, name, type] of files) {
    const { data } = (await upload(file, name)) as Envelope<{ FileID: number; Url: string; Type: string }>
    expect(data?.Type, name).toBe(type)
    const served = await world.admin.fetch(data?.Url ?? '')
    expect(served.headers.get('content-type')).toBe(type)
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    await sql`delete from stored_file where id = ${data?.FileID}`.execute(world.db)
  }
  for (const page of ['<html><script>1</script></html>', '<!doctype html>', 'a,b\n1,2'])
    expect((await upload(new Blob([page]), 'invoice.xml')).error?.reason, page).toBe('kernel.fileType')
  for (const name of await stored()) await rm(path.join(name.parentPath, name.name))
})

it('[AP-13] what breaks off as soon as it begins leaves nothing behind while the disk is busy either', async () => {
  const begun = '--zz\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF'
  // Node opens and removes files on a few threads: work of uneven length on them changes the order in which both are done.
  const busy: Promise<unknown>[] = []
  for (let turn = 0; turn < 40; turn += 1) {
    for (let i = 0; i < 6; i += 1) busy.push(promisify(pbkdf2)('a', 'b', 3000 * (1 + (turn % 7)), 32, 'sha256'))
    const response = await world.admin.fetch('/api/FileUpload/FileUpload', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=zz' },
      body: begun,
    })
    expect(((await response.json()) as Envelope).error?.reason).toBe('kernel.badUpload')
  }
  await Promise.all(busy)
  expect(await stored()).toEqual([])
})

it('[AP-13] a body without end or too slow is cut off with 408, and holds nobody else up', async () => {
  const { hostname, port } = new URL(world.url)
  const start = async (head: string) => {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(head)
    return { socket, answer: once(socket, 'data').then(([data]) => String(data).split('\r\n')[0]) }
  }
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\ntoken: ${world.admin.token}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`
  const silent = await Promise.all([
    start(`${head('/api/FileUpload/FileUpload', 'multipart/form-data; boundary=b')}--b\r\nContent-Disp`),
    start(`${head('/api/Users/ChangePWD', 'application/json')}{"a":`),
    start(`${head('/nowhere', 'text/plain')}x`),
  ])
  // One that goes on sending, slowly, may go on.
  const slow = await start(`${head('/api/FileUpload/FileUpload', 'multipart/form-data; boundary=b')}--b\r\n`)
  const trickle = setInterval(() => slow.socket.write('x'), 200)
  expect((await world.admin.ok(getUserInfo, {})).LOGNAME).toBe('admin')
  const answers = await Promise.all(silent.map(({ answer }) => answer))
  expect(answers[0]).toBe('HTTP/1.1 408 Request Timeout')
  expect(answers[1]).toBe('HTTP/1.1 408 Request Timeout')
  expect(slow.socket.destroyed).toBe(false)
  expect(await slow.answer, 'not for ever').toBe('HTTP/1.1 408 Request Timeout')
  clearInterval(trickle)
  for (const { socket } of [...silent, slow]) socket.destroy()
})

it('a person uploads so much a day; what was tied to nothing goes after a week, what was tied to a record stays', async () => {
  const first = await upload(pdf(600_000))
  expect(first.code).toBe(200)
  expect(await upload(pdf(600_000))).toMatchObject({
    code: 422,
    error: { reason: 'kernel.uploadQuota', params: { max: 1 } },
  })
  const second = await upload(pdf(1000))
  expect(await stored()).toHaveLength(2)
  const files = path.join(world.dataDir, 'files')
  expect((await stat(files)).mode & 0o777).toBe(0o700)

  await world.db
    .insertInto('file_link')
    .values({ file_id: second.data?.FileID as number, entity: 'user', entity_id: 1 })
    .execute()
  await writeFile(path.join(files, 'broken.part'), 'x')
  const tidy = () => tidyUp(world.db as never, new Files(world.dataDir, new Records()), 365)
  await tidy()
  expect(await stored(), 'a week they are kept').toHaveLength(3)
  const old = new Date(Date.now() - (keptDays.loose + 1) * 86_400_000)
  await world.db.updateTable('stored_file').set({ created_at: old }).execute()
  await utimes(path.join(files, 'broken.part'), old, old)
  await tidy()
  const left = await world.db.selectFrom('stored_file').select('id').execute()
  expect(left).toEqual([{ id: second.data?.FileID }])
  expect(await stored()).toHaveLength(1)
})

it('[AP-17] half of a surrogate pair and a body beyond all measure are refused in words', async () => {
  expect(await world.admin.refused(addComment, { entity: 'company', entityId: 1, text: 'a\ud83d' })).toMatchObject({
    fields: [{ path: 'text', reason: 'field.control' }],
  })
  const response = await world.admin.fetch('/api/Users/ChangePWD', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'zh' },
    body: `{"a":"${'x'.repeat(21 * 1024 * 1024)}"}`,
  })
  expect([response.status, await response.json()]).toEqual([413, { error: '提交的内容太大' }])
})

it('[AP-01] the description of all calls is written once, sent compressed, and not sent again to who has it', async () => {
  const response = await world.admin.fetch('/api/docs')
  const tag = response.headers.get('etag') ?? ''
  expect(Object.keys(((await response.json()) as { paths: object }).paths).length).toBeGreaterThan(500)
  const again = await world.admin.fetch('/api/docs', { headers: { 'if-none-match': tag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})
