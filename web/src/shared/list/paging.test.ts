import { describe, expect, it } from 'vitest'
import { askForPage, hasNextPage, pageCount, pageNumbers } from './paging.ts'

describe('asking for a page', () => {
  it('needs nothing for the first', () => {
    expect(askForPage(1, new Map([[1, 'x']]))).toEqual({})
  })

  it('takes the cursor where the page before was seen', () => {
    expect(askForPage(2, new Map([[2, 'after-1']]))).toEqual({ after: 'after-1' })
  })

  it('jumps by number where it was not', () => {
    expect(askForPage(9, new Map([[2, 'after-1']]))).toEqual({ page: 9 })
  })
})

describe('the pager', () => {
  it('knows from the cursor whether there is more, before the total comes', () => {
    expect(hasNextPage(1, 50, 'cursor', undefined)).toBe(true)
    expect(hasNextPage(1, 50, null, 1000)).toBe(false)
  })

  it('knows it from the total where there is no cursor', () => {
    expect(hasNextPage(1, 50, undefined, 51)).toBe(true)
    expect(hasNextPage(2, 50, undefined, 100)).toBe(false)
    expect(hasNextPage(1, 50, undefined, undefined)).toBe(false)
  })

  it('counts pages, at least one', () => {
    expect(pageCount(1286, 50)).toBe(26)
    expect(pageCount(0, 50)).toBe(1)
    expect(pageCount(undefined, 50)).toBeUndefined()
  })

  it('shows the ends, the neighbours and the gaps', () => {
    expect(pageNumbers(1, 5)).toEqual([1, 2, 3, 4, 5])
    expect(pageNumbers(1, 26)).toEqual([1, 2, 3, 4, 5, null, 26])
    expect(pageNumbers(12, 26)).toEqual([1, null, 11, 12, 13, null, 26])
    expect(pageNumbers(26, 26)).toEqual([1, null, 22, 23, 24, 25, 26])
  })

  it.each([1, 2, 3, 4, 5, 13, 22, 25, 26])('has page %i itself, each number once, in order', (page) => {
    const numbers = pageNumbers(page, 26).filter((number) => number !== null)
    expect(numbers).toContain(page)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })
})
