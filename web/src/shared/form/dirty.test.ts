import { expect, it } from 'vitest'
import { differing, isDirty, isOutdated, sameContent } from './dirty.ts'

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

it('after a conflict the fields that differ are found', () => {
  expect(differing({ name: 'mine', mobile: null }, { name: 'theirs', mobile: '', version: 2 })).toEqual(['name'])
})

it('a draft of an older record is outdated', () => {
  expect(isOutdated({ values: {}, basis: { name: 'a' } }, { name: 'a' })).toBe(false)
  expect(isOutdated({ values: {}, basis: { name: 'a' } }, { name: 'b' })).toBe(true)
})
