import { expect, it } from 'vitest'
import { toHtml, toTsv } from './copy.ts'

it('cells are copied as Excel copies them', () => {
  expect(
    toTsv([
      ['运单号', '件数'],
      ['YD26112000031', '47'],
    ]),
  ).toBe('运单号\t件数\r\nYD26112000031\t47')
})

it('a cell with a tab, a line break or a quote is quoted', () => {
  expect(toTsv([['a\tb', 'two\nlines', 'say "hi"', 'plain']])).toBe('"a\tb"\t"two\nlines"\t"say ""hi"""\tplain')
})

it('a spreadsheet is told what is text, so that a telephone keeps its leading zero', () => {
  const html = toHtml([
    [
      { text: '0571-8812', figure: false },
      { text: '47', figure: true },
      { text: '<b>&', figure: false },
    ],
  ])
  expect(html).toContain(`<td style="mso-number-format:'\\@'">0571-8812</td>`)
  expect(html).toContain('<td>47</td>')
  expect(html).toContain('&lt;b&gt;&amp;')
})
