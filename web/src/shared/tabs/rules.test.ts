import type { PageKey } from '@xunyun/contract/pages'
import { describe, expect, it } from 'vitest'
import {
  closeTabs,
  keptPages,
  markDirty,
  nameTab,
  noTabs,
  openTab,
  others,
  refreshTab,
  type Tab,
  type Tabs,
} from './rules.ts'

const titles = { zh: 'a', en: 'b', es: 'c', ja: 'd' }
const tab = (path: string, query = '', meta: Partial<Tab['meta']> = {}): Tab => ({
  path,
  fullPath: path + query,
  query,
  name: path.slice(1) as PageKey,
  meta: { titles, affix: false, noCache: false, ...meta },
  title: null,
})
const opened = (...tabs: Tab[]): Tabs => tabs.reduce(openTab, noTabs)
const pathsOf = (state: Tabs) => state.tabs.map(({ path }) => path)
const desk = tab('/desk', '', { affix: true })

describe('opening', () => {
  it('a path has one tab, and another query only updates it', () => {
    const state = opened(tab('/a'), tab('/b'), tab('/a', '?q=1'))
    expect(pathsOf(state)).toEqual(['/a', '/b'])
    expect(state.tabs[0]).toMatchObject({ fullPath: '/a?q=1', query: '?q=1' })
    expect(state.active).toBe('/a')
  })

  it('other parameters are another tab', () => {
    expect(pathsOf(opened(tab('/a/1'), tab('/a/2')))).toEqual(['/a/1', '/a/2'])
  })

  it('opening what is shown already changes nothing', () => {
    const state = opened(tab('/a'))
    expect(openTab(state, tab('/a'))).toBe(state)
  })

  it('pinned tabs stand first', () => {
    expect(pathsOf(opened(tab('/a'), desk))).toEqual(['/desk', '/a'])
  })
})

describe('keeping pages alive', () => {
  it('a page stays while others are looked at, unless it is not to be cached', () => {
    expect(opened(tab('/a'), tab('/b')).kept).toEqual(['/a', '/b'])
    expect(opened(tab('/a', '', { noCache: true }), tab('/b')).kept).toEqual(['/b'])
  })

  it('beyond the cap the page seen longest ago goes, but its tab stays', () => {
    const many = Array.from({ length: keptPages + 1 }, (_, at) => tab(`/p${at}`))
    const state = opened(...many)
    expect(state.kept).toHaveLength(keptPages)
    expect(state.kept).not.toContain('/p0')
    expect(pathsOf(state)).toContain('/p0')
  })

  it('a page with something unsaved is never put away', () => {
    const first = markDirty(opened(tab('/p0')), '/p0', true)
    const many = Array.from({ length: keptPages + 3 }, (_, at) => tab(`/p${at + 1}`))
    const state = many.reduce(openTab, first)
    expect(state.kept).toContain('/p0')
    expect(state.kept).toHaveLength(keptPages)
  })
})

describe('closing', () => {
  it('leads to the page seen last, with its query', () => {
    const state = opened(desk, tab('/a', '?q=1'), tab('/b'), tab('/a', '?q=1'), tab('/c'))
    const { state: after, next } = closeTabs(state, ['/c'])
    expect(pathsOf(after)).toEqual(['/desk', '/a', '/b'])
    expect(next).toBe('/a?q=1')
  })

  it('of another tab leaves the shown one where it is', () => {
    const { state, next } = closeTabs(opened(desk, tab('/a'), tab('/b')), ['/a'])
    expect(next).toBeNull()
    expect(state.active).toBe('/b')
  })

  it('never takes a pinned tab', () => {
    const state = opened(desk, tab('/a'), tab('/b'))
    expect(closeTabs(state, ['/desk']).state).toBe(state)
    expect(others(state, '/a')).toEqual(['/b'])
    const all = closeTabs(state, others(state, ''))
    expect(pathsOf(all.state)).toEqual(['/desk'])
    expect(all.next).toBe('/desk')
  })

  it('forgets what was marked', () => {
    const state = refreshTab(markDirty(opened(desk, tab('/a')), '/a', true), '/a')
    expect(closeTabs(markDirty(state, '/a', true), ['/a']).state).toMatchObject({
      dirty: {},
      epochs: {},
      kept: ['/desk'],
    })
  })
})

it('a refresh starts the page anew and clears its mark', () => {
  const state = refreshTab(markDirty(opened(tab('/a')), '/a', true), '/a')
  expect(state).toMatchObject({ dirty: {}, epochs: { '/a': 1 } })
})

it('a page names its own tab', () => {
  const state = nameTab(opened(tab('/a'), tab('/b')), '/a', 'YD1')
  expect(state.tabs.map(({ title }) => title)).toEqual(['YD1', null])
  expect(nameTab(state, '/a', 'YD1')).toBe(state)
})
