import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import type { Actor } from '../actor.ts'
import { sheetOf, titled } from './list.ts'
import { markErrors } from './mark.ts'
import { NotExcel, parseSheet } from './parse.ts'
import { readSheet } from './read.ts'
import { type Column, type Workbook, writeExcel } from './write.ts'

const limits = { maxRows: 10_001 }
const messy = fileURLToPath(new URL('../../../test/fixtures/waybills-500-messy.xlsx', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'xunyun-excel-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const fresh = () => path.join(folder, `${randomBytes(6).toString('hex')}.xlsx`)
async function written(stream: Readable): Promise<string> {
  const file = fresh()
  await pipeline(stream, createWriteStream(file))
  return file
}
/** The text of one part of a package. */
async function part(file: string, name: string): Promise<string> {
  const zip = await fromBufferPromise(await readFile(file))
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === name) return (await buffer(await zip.openReadStreamPromise(entry))).toString()
  }
  throw new Error(`no part ${name}`)
}
async function packed(parts: Record<string, string | Buffer>): Promise<string> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return written(zip.outputStream as Readable)
}

const columns: Column[] = [
  { title: '运单号', type: 'text' },
  { title: '件数', type: 'integer' },
  { title: '应收', type: 'money' },
  { title: '重量(kg)', type: 'weight' },
  { title: '体积(m³)', type: 'volume' },
  { title: '业务日期', type: 'date' },
  { title: '创建时间', type: 'moment', width: 20 },
]
const book = (rows: unknown[][], more: Partial<Workbook> = {}): Workbook => ({
  sheet: '运单',
  columns,
  rows: [rows],
  ...more,
})

describe('writing and reading back', () => {
  it('every type comes back as it went in: exact decimals, days, moments on the clock of China', async () => {
    const file = await written(
      writeExcel(
        book([
          ['YD26112000001', 12, '123456789012.34', '1250.505', '0.1234', '2026-11-20', '2026-11-20T01:02:00.000Z'],
          ['YD26112000002', '0', '-0.01', '0.001', null, '2000-02-29', '2026-12-31T16:00:30.000Z'],
          ['', null, undefined, '', null, null, null],
          ['YD26112000003', 1, '0.1', '99999.999', '3', '2099-12-31', null],
        ]),
      ),
    )
    expect(await parseSheet(file, limits)).toEqual({
      sheetName: '运单',
      rows: [
        { row: 1, cells: columns.map(({ title }) => title) },
        {
          row: 2,
          cells: ['YD26112000001', '12', '123456789012.34', '1250.505', '0.1234', '2026-11-20', '2026-11-20 09:02'],
        },
        { row: 3, cells: ['YD26112000002', '0', '-0.01', '0.001', '', '2000-02-29', '2027-01-01 00:00:30'] },
        { row: 5, cells: ['YD26112000003', '1', '0.1', '99999.999', '3', '2099-12-31', ''] },
      ],
    })
  })

  it.each([
    '=1+1',
    "=cmd|' /C calc'!A0",
    '+86 138 0013 8000',
    '-5',
    '@SUM(A1)',
    '00123',
    '1e5',
    '  padded  ',
    'two\nlines',
    '<b>&"\'',
    '_x0041_',
    '𠮷野家',
    '12345678901234567890',
  ])('text %j stays text: no formula, nothing lost', async (text) => {
    const file = await written(writeExcel(book([[text]])))
    const sheet = await part(file, 'xl/worksheets/sheet1.xml')
    expect(sheet).not.toContain('<f>')
    expect(sheet).toContain('t="inlineStr"')
    expect((await parseSheet(file, limits)).rows[1]?.cells[0]).toBe(text)
  })

  it('a number of more digits than Excel keeps is written as text rather than rounded', async () => {
    const file = await written(writeExcel(book([['x', 1, '1234567890123456.78']])))
    expect((await parseSheet(file, limits)).rows[1]?.cells[2]).toBe('1234567890123456.78')
  })

  it('characters that XML cannot hold are dropped instead of breaking the file', async () => {
    const file = await written(writeExcel(book([['a\u0000b\u001fc\ud800d\uffff']])))
    expect((await parseSheet(file, limits)).rows[1]?.cells[0]).toBe('abc\ufffdd')
  })

  it('header frozen, filter over all rows, drop-downs from a hidden sheet, notes on a second one', async () => {
    const choices = Array.from({ length: 60 }, (_, i) => `车型, "${i}"`)
    const file = await written(
      writeExcel(
        book([['a'], ['b']], {
          columns: [{ title: '车型', type: 'text', choices, width: 30 }],
          notes: { title: '填写说明', lines: ['第一行', '', '=2+2'] },
        }),
      ),
    )
    const sheet = await part(file, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<autoFilter ref="A1:A3"/>')
    expect(sheet).toContain('width="30"')
    expect(sheet).toContain('<formula1>lists!$A$1:$A$60</formula1>')
    expect(await part(file, 'xl/workbook.xml')).toMatch(/name="填写说明".*name="lists" sheetId="3" state="hidden"/)
    expect(await part(file, 'xl/worksheets/sheet2.xml')).toContain('=2+2</t>')
    expect((await parseSheet(file, limits)).sheetName).toBe('运单')
  })

  it('[T-B22] a column of a list brings what may be chosen in it, in the words of whoever gets the file', async () => {
    const answer = { key: 'answer', type: 'text', titles: titled('答复', 'Answer', 'Respuesta', '回答') } as const
    const column = { ...answer, choices: (language: string) => (language === 'zh' ? ['同意', '不同意'] : ['Yes']) }
    async function* none(): AsyncGenerator<unknown[][]> {}
    const file = await written(sheetOf('运费', [column], { language: 'zh', scope: { kind: 'all' } } as Actor, none()))
    expect(await part(file, 'xl/worksheets/sheet1.xml')).toContain('<formula1>lists!$A$1:$A$2</formula1>')
    expect(await part(file, 'xl/worksheets/sheet2.xml')).toContain('不同意')
  })

  it('asks for rows no faster than they are taken, and for no more once the reader has gone', async () => {
    let asked = 0
    let ended = false
    async function* endless() {
      try {
        for (;;) {
          asked += 1
          yield Array.from({ length: 50 }, () => [randomBytes(200).toString('hex')])
        }
      } finally {
        ended = true
      }
    }
    const stream = writeExcel(book([], { rows: endless() }))
    await new Promise((resolve) => stream.once('readable', resolve))
    for (let before = -1; before !== asked; ) {
      before = asked
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(asked).toBeLessThan(100)
    stream.destroy()
    await expect.poll(() => ended).toBe(true)
  })

  it('rows that fail break the download off instead of ending it as if it were whole', async () => {
    async function* failing() {
      yield [['a']]
      throw new Error('the database went away')
    }
    await expect(buffer(writeExcel(book([], { rows: failing() })))).rejects.toThrow('the database went away')
  })
})

describe('reading what others write', () => {
  it('the 500 waybills of an office: 500 rows of 26 columns', async () => {
    const { sheetName, rows } = await parseSheet(messy, limits)
    expect(sheetName).toBe('运单')
    expect(rows).toHaveLength(501)
    expect(new Set(rows.map(({ cells }) => cells.length))).toEqual(new Set([26]))
    expect(rows[0]?.cells.slice(0, 3)).toEqual(['客户名称*', '客户单号', '业务日期*'])
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 501 }, (_, i) => i + 1))
    expect(rows.flatMap(({ cells }) => cells).filter((cell) => /\d{2,}0000000\d|9999999\d/.test(cell))).toEqual([])
  })

  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const links = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`
  const foreign = (sheet: string, more: Record<string, string | Buffer> = {}) => ({
    '[Content_Types].xml': types,
    '_rels/.rels': links(relation('r1', 'officeDocument', '/xl/workbook.xml')),
    'xl/workbook.xml':
      '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="hidden" state="hidden" r:id="a"/><x:sheet name="数据" r:id="b"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels': links(
      relation('a', 'worksheet', 'worksheets/one.xml'),
      relation('b', 'worksheet', '../xl/worksheets/two.xml'),
      relation('c', 'styles', 'styles.xml'),
      relation('d', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/worksheets/one.xml': '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
    'xl/worksheets/two.xml': sheet,
    ...more,
  })

  it('a format of nothing but brackets is read at once', async () => {
    const code = '['.repeat(200_000)
    const file = await packed(
      foreign('<worksheet><sheetData><row r="1"><c r="A1" s="1"><v>1</v></c></row></sheetData></worksheet>', {
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
      }),
    )
    // Gone through once for each bracket it took minutes, in which the server answered nobody.
    expect((await parseSheet(file, limits)).rows).toHaveLength(1)
  })

  it('prefixed names, hidden first sheet, shared and rich text, formulas, dates, noise, cells without address', async () => {
    const file = await packed(
      foreign(
        `<x:worksheet xmlns:x="m"><x:sheetData>
          <x:row r="2"><x:c r="B2" t="s"><x:v>1</x:v></x:c><x:c r="D2" t="str"><x:f>A1&amp;"x"</x:f><x:v>cached</x:v></x:c></x:row>
          <x:row><x:c><x:v>12.299999999999999</x:v></x:c><x:c s="1"><x:v>46346</x:v></x:c><x:c s="2"><x:v>46346.5</x:v></x:c><x:c s="3"><x:v>46346.25</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c></x:row>
          <x:row r="9"><x:c r="A9" t="inlineStr"><x:is><x:r><x:t>富</x:t></x:r><x:r><x:t>文本</x:t></x:r><x:rPh><x:t>fu</x:t></x:rPh></x:is></x:c><x:c r="B9"><x:v>1.38001380001E10</x:v></x:c><x:c r="C9" s="4"><x:v>0.5</x:v></x:c></x:row>
        </x:sheetData><x:mergeCells count="1"><x:mergeCell ref="A1:B1"/></x:mergeCells></x:worksheet>`,
        {
          'xl/sharedStrings.xml':
            '<sst><si><t>zero</t></si><si><r><t>杭</t></r><r><t xml:space="preserve">州 </t></r><rPh><t>hang</t></rPh></si></sst>',
          'xl/styles.xml':
            '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="171" formatCode="[Red]#,##0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="22"/><xf numFmtId="171"/><xf numFmtId="20"/></cellXfs></styleSheet>',
        },
      ),
    )
    expect(await parseSheet(file, limits)).toEqual({
      sheetName: '数据',
      rows: [
        { row: 2, cells: ['', '杭州 ', '', 'cached'] },
        { row: 3, cells: ['12.3', '2026-11-20', '2026-11-20 12:00', '46346.25', 'TRUE', '#N/A'] },
        { row: 9, cells: ['富文本', '13800138000.1', '12:00', ''] },
      ],
    })
  })

  const notExcel = (why: string) => expect.objectContaining({ name: 'NotExcel', why })

  it('what is no workbook is refused as such', async () => {
    const text = fresh()
    await writeFile(text, 'a,b\n1,2\n')
    await expect(parseSheet(text, limits)).rejects.toEqual(notExcel('notExcel'))
    await expect(parseSheet(await packed({ 'word/document.xml': '<a/>' }), limits)).rejects.toBeInstanceOf(NotExcel)
    const broken = await packed(foreign('<worksheet><sheetData><row r="1"><c></row>'))
    await expect(parseSheet(broken, limits)).rejects.toEqual(notExcel('notExcel'))
  })

  it('a bomb is refused: by the sizes it declares, by the bytes that come out, by its rows', async () => {
    const row = '<row><c t="inlineStr"><is><t>x</t></is></c></row>'
    const sheet = `<worksheet><sheetData>${row.repeat(100_000)}</sheetData></worksheet>`
    const file = await packed(foreign(sheet))
    expect((await readFile(file)).length).toBeLessThan(100_000)
    await expect(parseSheet(file, { maxRows: 1_000_000, maxBytes: 1_000_000 })).rejects.toEqual(notExcel('tooLarge'))
    await expect(parseSheet(file, limits)).rejects.toEqual(notExcel('tooManyRows'))
    // Also when the weight is in a part that nobody reads.
    const heavy = await packed(foreign('<worksheet/>', { 'xl/media/image1.png': Buffer.alloc(2_000_000) }))
    await expect(parseSheet(heavy, { maxRows: 10, maxBytes: 1_000_000 })).rejects.toEqual(notExcel('tooLarge'))
    // The same with a lie about the size, in both places where a zip file tells it.
    const lying = await readFile(file)
    const real = Buffer.alloc(4)
    real.writeUInt32LE(Buffer.byteLength(sheet))
    const small = Buffer.alloc(4)
    small.writeUInt32LE(1000)
    for (let at = lying.indexOf(real); at >= 0; at = lying.indexOf(real, at + 4)) small.copy(lying, at)
    const liar = fresh()
    await writeFile(liar, lying)
    await expect(parseSheet(liar, { maxRows: 1_000_000, maxBytes: 1_000_000 })).rejects.toBeInstanceOf(NotExcel)
  })

  it('a bomb of entities expands to nothing', async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>`
    const file = await packed(
      foreign(`${laughs}<worksheet><sheetData><row><c t="str"><v>&c;</v></c></row></sheetData></worksheet>`),
    )
    await expect(parseSheet(file, limits)).rejects.toEqual(notExcel('notExcel'))
  })

  it('[D-05] what takes too much memory or time is refused, and the next file is read', async () => {
    const strings = await packed(
      foreign('<worksheet><sheetData><row><c t="s"><v>1</v></c></row></sheetData></worksheet>', {
        'xl/sharedStrings.xml': `<sst>${'<si><t>杭州</t></si>'.repeat(900_000)}</sst>`,
      }),
    )
    expect((await stat(strings)).size).toBeLessThan(200_000)
    await expect(readSheet(strings, limits, { megabytes: 16, seconds: 60 })).rejects.toEqual(notExcel('tooLarge'))
    await expect(readSheet(strings, limits, { megabytes: 128, seconds: 0.01 })).rejects.toEqual(notExcel('tooLarge'))
    const read = await Promise.all([readSheet(messy, limits), readSheet(messy, limits), readSheet(messy, limits)])
    expect(read.map(({ rows }) => rows.length)).toEqual([501, 501, 501])
  })
})

describe('errors beside the rows of the user’s own file', () => {
  const errors = [
    { row: 6, column: '件数*', msg: '须大于 0' },
    { row: 15, column: '业务日期*', msg: '不是有效日期' },
    { row: 15, msg: '客户单号重复' },
  ]

  it('only the refused rows, as they were, with the reasons in a last column', async () => {
    const original = (await parseSheet(messy, limits)).rows
    const file = await written(markErrors(await parseSheet(messy, limits), errors, true, '错误说明'))
    const { rows } = await parseSheet(file, limits)
    expect(rows.map(({ cells }) => cells)).toEqual([
      [...(original[0]?.cells ?? []), '错误说明'],
      [...(original[5]?.cells ?? []), '件数*: 须大于 0'],
      [...(original[14]?.cells ?? []), '业务日期*: 不是有效日期; 客户单号重复'],
    ])
    // Corrected and refused once more, the file has the column once.
    const again = await written(
      markErrors(await parseSheet(file, limits), [{ row: 2, msg: '还是不对' }], true, '错误说明'),
    )
    const second = (await parseSheet(again, limits)).rows
    expect(second).toHaveLength(2)
    expect(second[0]?.cells.filter((cell) => cell === '错误说明')).toHaveLength(1)
    expect(second[1]?.cells.at(-1)).toBe('还是不对')
  })

  it('or all rows, those in order without a word', async () => {
    const file = await written(markErrors(await parseSheet(messy, limits), errors, false, '错误说明'))
    const { rows } = await parseSheet(file, limits)
    expect(rows).toHaveLength(501)
    expect(rows.filter(({ cells }) => (cells[26] ?? '') !== '').map(({ row }) => row)).toEqual([1, 6, 15])
  })
})
