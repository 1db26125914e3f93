import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { reasonOfIssue } from './issues.ts'
import { normalizePhone, tidy, toHalfWidth } from './text.ts'
import {
  date,
  decimal,
  flag,
  id,
  int,
  json,
  lines,
  many,
  moment,
  money,
  oneOf,
  optional,
  secret,
  text,
  volumeM3,
  weightKg,
} from './wire.ts'

const fails = Symbol('refused')
const read = (schema: z.ZodMiniType, value: unknown): unknown => {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : fails
}
const why = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message

describe('each codec takes the text of a form and the value of JSON, and gives one type (AP-15)', () => {
  const vectors: [name: string, schema: z.ZodMiniType, sent: unknown, taken: unknown][] = [
    ['id', id, '12', 12],
    ['id', id, 12, 12],
    ['id', id, '0012', 12],
    ['id', id, 0, fails],
    ['id', id, -1, fails],
    ['id', id, '1.5', fails],
    ['id', id, '', fails],
    ['id', id, null, fails],
    ['id', id, '1234567890123456', fails],
    ['int', int(1, 10), '１０', 10],
    ['int', int(1, 10), ' 7 ', 7],
    ['int', int(1, 10), 11, fails],
    ['int', int(1, 10), '0', fails],
    ['int', int(1, 10), '', fails],
    ['int', int(1, 10), '1.0', fails],
    ['int', int(-5, 10), '-5', -5],
    ['flag', flag, 'true', true],
    ['flag', flag, '0', false],
    ['flag', flag, 1, true],
    ['flag', flag, false, false],
    ['flag', flag, 'yes', fails],
    ['flag', flag, '', fails],
    ['text', text(5), '  abc  ', 'abc'],
    ['text', text(5), 'abcdef', fails],
    ['text', text(5), '   ', fails],
    ['text', text(5), 'a\u0000b', fails],
    ['text', text(5), 'a\nb', fails],
    ['text', text(5), 5, fails],
    ['lines', lines(9), 'a\nb\tc', 'a\nb\tc'],
    ['lines', lines(9), 'a\u0007', fails],
    ['secret', secret, '  kept as it is ', '  kept as it is '],
    ['oneOf', oneOf(['a', 'b']), 'b', 'b'],
    ['oneOf', oneOf(['a', 'b']), 'B', fails],
    ['many', many(id), '1,2,3', [1, 2, 3]],
    ['many', many(id), '[1,"2"]', [1, 2]],
    ['many', many(id), [1, '2'], [1, 2]],
    ['many', many(id), '', []],
    ['many', many(id), '1,x', fails],
    ['many', many(id, 2), [1, 2, 3], fails],
    ['many', many(id, 9, 1), [], fails],
    ['json', json(z.object({ a: id })), '{"a":"1"}', { a: 1 }],
    ['json', json(z.object({ a: id })), { a: 1 }, { a: 1 }],
    ['json', json(z.object({ a: id })), '{', fails],
    ['money', money, '1,234.50', '1234.5'],
    ['money', money, 12.5, '12.5'],
    ['money', money, '0', '0'],
    ['money', money, '1.005', fails],
    ['money', money, '-1', fails],
    ['money', money, '1000000000', fails],
    ['money', money, '', fails],
    ['money', money, '1e3', fails],
    ['money', money, Number.NaN, fails],
    ['weightKg', weightKg, '0.001', '0.001'],
    ['weightKg', weightKg, '0.0001', fails],
    ['volumeM3', volumeM3, '0.0001', '0.0001'],
    ['volumeM3', volumeM3, '100000', fails],
    ['decimal', decimal(1, '-60', '60'), '-18.5', '-18.5'],
    ['decimal', decimal(1, '-60', '60'), '-60.1', fails],
    ['date', date, ' 2026-02-28 ', '2026-02-28'],
    ['date', date, '2024-02-29', '2024-02-29'],
    ['date', date, '2026-02-29', fails],
    ['date', date, '2026-13-01', fails],
    ['date', date, '1999-12-31', fails],
    ['date', date, '2026/01/01', fails],
    ['moment', moment, '2026-11-20T09:00:00+08:00', '2026-11-20T01:00:00.000Z'],
    ['moment', moment, '2026-11-20T01:00Z', '2026-11-20T01:00:00.000Z'],
    ['moment', moment, '2026-11-20T09:00:00', fails],
    ['moment', moment, '2026-11-20', fails],
    ['moment', moment, '2026-11-20T25:00:00Z', fails],
  ]
  it.each(vectors)('%s: %#', (_, schema, sent, taken) => expect(read(schema, sent)).toEqual(taken))
})

describe('an optional field', () => {
  it.each(['', '   ', null, undefined])('%j is "not given", never 0 and never an error', (value) => {
    for (const schema of [id, int(1, 9), money, date, moment, flag, text(5)])
      expect(read(z.object({ a: optional(schema) }), { a: value })).toEqual(
        value === undefined ? { a: undefined } : { a: undefined },
      )
  })
  it('may be left out', () => expect(read(z.object({ a: optional(id) }), {})).toEqual({}))
  it('is checked when it is given', () => expect(read(z.object({ a: optional(id) }), { a: 'x' })).toBe(fails))
})

describe('a refusal names the catalogue’s reason', () => {
  it.each([
    [id, 'x', 'field.id'],
    [int(1, 9), 'x', 'field.integer'],
    [flag, 'x', 'field.flag'],
    [text(5), undefined, 'field.required'],
    [text(5), '', 'field.required'],
    [text(5), 'a\u0001', 'field.control'],
    [money, 'x', 'field.number'],
    [money, '-1', 'field.negative'],
    [money, '1.001', 'field.places'],
    [money, '9999999999', 'field.tooLarge'],
    [date, 'x', 'field.date'],
    [date, '0000-01-01', 'field.date'],
    [moment, 'x', 'field.moment'],
    [moment, '0000-06-01T00:00:00Z', 'field.moment'],
    [moment, '9999-12-31T23:59:59-14:00', 'field.moment'],
    [oneOf(['a']), 'x', 'field.choice'],
  ] as [z.ZodMiniType, unknown, string][])('%#: %j → %s', (schema, value, reason) =>
    expect(why(schema, value)).toBe(reason),
  )
  it('what is not there is missing, whatever it would have to be', () => {
    for (const schema of [id, int(1, 9), flag, money, date, moment, oneOf(['a']), text(5)])
      expect(why(schema, undefined)).toBe('field.required')
  })
})

describe('text', () => {
  it('full-width letters, digits, signs and blanks become half-width', () =>
    expect(toHalfWidth('ＡＢＣ１２３，．－（）　ａ中')).toBe('ABC123,.-() a中'))
  it('white space is trimmed and joined', () => expect(tidy(' 张　 三 \n ')).toBe('张 三'))
  it.each([
    ['+86 138-0013-8000', '13800138000'],
    ['0571-8765 4321', '0571-87654321'],
    ['（0571）87654321', '0571-87654321'],
    ['138001380001', '138001380001'],
  ])('the phone %j is %s', (typed, stored) => expect(normalizePhone(typed)).toBe(stored))
})

it('a limit is named in the refusal', () => {
  const [issue] = z.safeParse(decimal(1, '-60', '60'), '-61').error?.issues ?? []
  expect(issue && reasonOfIssue(issue)).toEqual({ reason: 'field.tooSmall', params: { min: '-60' } })
})
