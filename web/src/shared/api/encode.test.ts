import { expect, it } from 'vitest'
import { newKey, stripBookkeeping, toForm, toQuery } from './encode.ts'

it('a query leaves out what was not given', () => {
  expect(toQuery({ q: '', page: 1, sort: undefined, state: null, archived: false })).toBe('?page=1&archived=false')
  expect(toQuery({})).toBe('')
})

it('a form sends empty text, repeats simple lists and writes records as JSON', () => {
  const form = toForm({
    note: '',
    gone: null,
    ids: [1, 2],
    none: [],
    goods: [{ name: 'a&b', pieces: 2 }],
    party: { id: 1 },
  })
  expect(form.get('note')).toBe('')
  expect(form.get('gone')).toBe('')
  expect(form.getAll('ids')).toEqual(['1', '2'])
  expect(form.getAll('none')).toEqual([''])
  expect(form.get('goods')).toBe('[{"name":"a&b","pieces":2}]')
  expect(form.get('party')).toBe('{"id":1}')
})

it('bookkeeping fields do not go back', () => {
  expect(stripBookkeeping({ id: 1, CreateDate: 1, CreateId: 1, IsDeleted: 0, UpdateDate: 1, UpdateId: 1 })).toEqual({
    id: 1,
  })
})

it('keys are 128 bits and differ', () => {
  const keys = new Set(Array.from({ length: 100 }, newKey))
  expect(keys.size).toBe(100)
  expect([...keys].every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
})
