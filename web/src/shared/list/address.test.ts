import { getAllUsers } from '@xunyun/contract/system/calls'
import { getWaybills } from '@xunyun/contract/waybills/calls'
import { describe, expect, it } from 'vitest'
import { filterKeys, readPlace, sameValue, writePlace } from './address.ts'

const nothing = { filter: {}, sort: null, page: 1 }
const defaults = { filter: { bizFrom: '2026-11-01', urgent: true }, sort: { key: 'createdAt', dir: 'desc' } } as const

describe('the address of a list', () => {
  it('says nothing while nothing is asked', () => {
    expect(writePlace(getWaybills, nothing)).toBe('')
    expect(readPlace(getWaybills, '')).toEqual(nothing)
  })

  it('gives back what was written, with the types of the contract', () => {
    const place = {
      filter: { q: '水泵 & 阀', customerId: 7, states: ['draft', 'placed'], urgent: false, bizFrom: '2026-11-01' },
      sort: { key: 'weight', dir: 'desc' },
      page: 3,
    } as const
    expect(readPlace(getWaybills, writePlace(getWaybills, place))).toEqual(place)
  })

  it('leaves out what the contract does not know or cannot read', () => {
    const search = '?q=a&nonsense=1&customerId=abc&bizFrom=2026-13-45&sort=password&page=-2&pageSize=9999'
    expect(readPlace(getWaybills, search)).toEqual({ filter: { q: 'a' }, sort: null, page: 1 })
  })

  it('keeps a default out of the address, and says so when it was cleared', () => {
    const usual = { filter: defaults.filter, sort: defaults.sort, page: 1 }
    expect(writePlace(getWaybills, usual, defaults)).toBe('')
    expect(readPlace(getWaybills, '', defaults)).toEqual(usual)
    const cleared = { filter: { bizFrom: '2026-11-01' }, sort: defaults.sort, page: 1 }
    const search = writePlace(getWaybills, cleared, defaults)
    expect(search).toBe('?urgent=')
    expect(readPlace(getWaybills, search, defaults)).toEqual(cleared)
  })

  it('treats empty text and an empty list as not given', () => {
    expect(writePlace(getWaybills, { ...nothing, filter: { q: '', states: [] } })).toBe('')
    expect(sameValue([], undefined)).toBe(true)
    expect(sameValue(['a'], ['a', 'b'])).toBe(false)
  })

  it('knows the filters of a page-numbered list too, zero included', () => {
    expect(filterKeys(getAllUsers)).toEqual([
      'q',
      'STATUS',
      'tab',
      'outletId',
      'roleId',
      'scope',
      'isDial',
      'loginFrom',
      'loginTo',
      'ids',
    ])
    expect(readPlace(getAllUsers, '?STATUS=0').filter).toEqual({ STATUS: 0 })
  })
})
