import { expect, it } from 'vitest'
import { changedBy, clashes, isDirty, isOutdated, merged, sameContent } from './dirty.ts'

it('a form is not dirty while it says what it said', () => {
  expect(isDirty({ name: 'a', mobile: null, tags: [] }, { name: 'a', mobile: undefined, tags: undefined })).toBe(false)
  expect(isDirty({ name: 'a' }, { name: 'a', remark: '' })).toBe(false)
  expect(isDirty({ goods: [{ name: 'a', weight: null }] }, { goods: [{ weight: '', name: 'a' }] })).toBe(false)
})

it('a change makes it dirty, and taking it back clean', () => {
  expect(isDirty({ name: 'a' }, { name: 'b' })).toBe(true)
  expect(isDirty({ urgent: false }, { urgent: true })).toBe(true)
  expect(isDirty({}, { pieces: 0 })).toBe(true)
  expect(isDirty({ name: 'a' }, { name: 'a' })).toBe(false)
})

it('a number and its text are not the same: what was typed counts', () => {
  expect(sameContent(1, '1')).toBe(false)
})

it('who changed a field is told from what was loaded', () => {
  expect(changedBy('a', 'b', 'a')).toBe('me')
  expect(changedBy('a', 'a', 'b')).toBe('them')
  expect(changedBy('a', 'b', 'c')).toBe('both')
  expect(changedBy('a', 'b', 'b')).toBeNull()
  expect(changedBy(null, '', undefined)).toBeNull()
})

it('a record clashes where one of its fields does, a list as a whole', () => {
  const was = { name: '陈', address: '旧' }
  expect(clashes(was, { ...was, name: '陈国强' }, { ...was, address: '新' })).toBe(false)
  expect(clashes(was, { ...was, name: '陈国强' }, { ...was, name: '陈强' })).toBe(true)
  expect(clashes([1], [1, 2], [1, 3])).toBe(true)
})

it('a draft of an older record is outdated', () => {
  expect(isOutdated({ values: {}, basis: { name: 'a' } }, { name: 'a' })).toBe(false)
  expect(isOutdated({ values: {}, basis: { name: 'a' } }, { name: 'b' })).toBe(true)
})

it('a conflict keeps what I changed and takes what the other changed, inside records too', () => {
  const basis = { remark: 'a', urgent: false, consignee: { name: '陈', address: '旧' }, goods: [{ pieces: '24' }] }
  const mine = { ...basis, remark: 'mine', consignee: { name: '陈国强', address: '旧' } }
  const theirs = {
    ...basis,
    urgent: true,
    consignee: { name: '陈', address: '新地址 999 号' },
    goods: [{ pieces: '30' }],
  }
  expect(merged(basis, mine, theirs)).toEqual({
    remark: 'mine',
    urgent: true,
    consignee: { name: '陈国强', address: '新地址 999 号' },
    goods: [{ pieces: '30' }],
  })
})
