import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Call, Envelope, Sent } from '@xunyun/contract/kernel/call'
import { parseSheet } from '../src/platform/excel/parse.ts'
import { writeExcel } from '../src/platform/excel/write.ts'
import type { Client } from './world.ts'

/** Downloads an export and answers its file name and its rows, the header first; the code of a refusal instead. */
export async function download<C extends Call>(
  client: Client,
  call: C,
  input: Sent<C>,
): Promise<{ name: string; rows: string[][]; code: number }> {
  const query = new URLSearchParams(
    Object.entries(input as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
  )
  const response = await client.fetch(`${call.path}?${query}`, { headers: { 'accept-language': 'zh' } })
  if (response.headers.get('content-type')?.includes('json'))
    return { name: '', rows: [], code: ((await response.json()) as Envelope).code }
  const name = /filename\*=UTF-8''(.+)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return { name: decodeURIComponent(name), rows: await rowsOf(Buffer.from(await response.arrayBuffer())), code: 200 }
}

/** The texts of a file's first sheet, the header first. */
export async function rowsOf(bytes: Buffer): Promise<string[][]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'xunyun-sheet-'))
  try {
    const file = path.join(folder, 'export.xlsx')
    await writeFile(file, bytes)
    const { rows } = await parseSheet(file, { maxRows: 100_000 })
    return rows.map(({ cells }) => cells)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** An Excel file of texts, the first row its header, as this user uploads it; its id. */
export async function upload(client: Client, rows: readonly (readonly string[])[]): Promise<number> {
  const [header = [], ...data] = rows
  const book = writeExcel({
    sheet: '表',
    columns: header.map((title) => ({ title, width: 12, type: 'text' as const })),
    rows: (async function* () {
      yield data
    })(),
  })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await buffer(book))]), 'import.xlsx')
  const answer = await (await client.fetch('/api/FileUpload/FileUpload', { method: 'POST', body: form })).json()
  return (answer as { data: { FileID: number } }).data.FileID
}
