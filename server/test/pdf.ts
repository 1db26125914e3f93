import { inflateSync } from 'node:zlib'
import type { Call, Sent } from '@xunyun/contract/kernel/call'
import type { Client } from './world.ts'

/** Reads a PDF of ours: the texts of each page, in the order they were set. */
export function textsOf(pdf: Buffer): string[][] {
  const raw = pdf.toString('latin1')
  const objects = new Map(
    [...raw.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)].map(({ 1: id, index, 0: head }) => [id as string, index + head.length]),
  )
  const textOf = (id: string): string => raw.slice(objects.get(id), raw.indexOf('\nendobj', objects.get(id)))
  const streamOf = (id: string): string => {
    const at = raw.indexOf('stream\n', objects.get(id)) + 'stream\n'.length
    const bytes = pdf.subarray(at, raw.indexOf('\nendstream', at))
    return textOf(id).includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
  }
  const known = new Map<string, Map<string, string>>()
  const lettersOf = (font: string): Map<string, string> => {
    const found = known.get(font) ?? readLetters(streamOf(/ToUnicode (\d+) 0 R/.exec(textOf(font))?.[1] as string))
    known.set(font, found)
    return found
  }
  const pages = [...objects.keys()].filter((id) => /\/Type \/Page\n/.test(`${textOf(id)}\n`))
  return pages.map((id) => {
    const page = textOf(id)
    const fonts = new Map(
      [...textOf(/Resources (\d+) 0 R/.exec(page)?.[1] as string).matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
        ({ 1: name, 2: font }) => [name as string, font as string],
      ),
    )
    const content = streamOf(/Contents (\d+) 0 R/.exec(page)?.[1] as string)
    return [...content.matchAll(/\/(F\d+) [\d.]+ Tf[\s\S]*?\[([\s\S]*?)\] TJ/g)].map(({ 1: name, 2: glyphs = '' }) => {
      const letters = lettersOf(fonts.get(name as string) as string)
      const codes = [...glyphs.matchAll(/<([0-9a-f]+)>/g)].flatMap(({ 1: hex = '' }) => hex.match(/.{4}/g) ?? [])
      return codes.map((code) => letters.get(code) ?? '?').join('')
    })
  })
}

/** Letters by the codes of a font, as its ToUnicode table tells them. */
function readLetters(table: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const { 1: from = '', 2: list = '' } of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    [...list.matchAll(/<([0-9a-f ]+)>/g)].forEach(({ 1: hex = '' }, at) => {
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? []
      const code = (Number.parseInt(from, 16) + at).toString(16).padStart(4, '0')
      letters.set(code, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    })
  return letters
}

/** Downloads a PDF and answers its file name and texts; the code of a refusal instead. */
export async function downloadPdf<C extends Call>(client: Client, call: C, input: Sent<C>) {
  const query = new URLSearchParams(
    Object.entries(input as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
  )
  const response = await client.fetch(`${call.path}?${query}`, { headers: { 'accept-language': 'zh' } })
  if (response.headers.get('content-type') !== 'application/pdf')
    return { name: '', pages: [], code: ((await response.json()) as { code: number }).code }
  const name = /filename\*=UTF-8''(.+)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return { name: decodeURIComponent(name), pages: textsOf(Buffer.from(await response.arrayBuffer())), code: 200 }
}
