import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { getAllUsers } from '@xunyun/contract/system/calls'
import { exportWaybills, getWaybills, getWaybillTotals, type WaybillRow } from '@xunyun/contract/waybills/calls'
import { getMyJobs } from '@xunyun/contract/workbench/jobs'
import { getNotifications } from '@xunyun/contract/workbench/notifications'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { TabContext } from '../tabs/useTab.ts'
import { useToasts } from '../ui/toasts.ts'
import { isShowing, useLists } from './preferences.ts'
import { useList } from './useList.ts'

/** Plays the server: three pages of two rows, a cursor for each next one. */
let server: Server
let asked: string[] = []
let failing = false

const rowsOf = (page: number) => [{ id: page * 2 - 1 }, { id: page * 2 }]

function answerTo(url: URL): unknown {
  if (url.searchParams.get('page') === '9') return { rows: [], next: null }
  if (url.pathname === getWaybillTotals.path) return { count: 6, tabs: { draft: 2 } }
  // A started export makes the bell look.
  if (url.pathname === getMyJobs.path) return []
  if (url.pathname === getNotifications.path) return { rows: [], next: null, unread: 0 }
  if (url.pathname === getAllUsers.path) return { rows: [{ UserID: 7 }], total: 3, enabled: 3, disabled: 1 }
  const after = url.searchParams.get('after')
  const page = after ? Number(after.slice(6)) : Number(url.searchParams.get('page') ?? 1)
  return { rows: rowsOf(page), next: page < 3 ? `cursor${page + 1}` : null }
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    asked.push(`${url.pathname.slice(url.pathname.lastIndexOf('/') + 1)}${decodeURIComponent(url.search)}`)
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(failing ? { code: 409, msg: 'no', data: null } : { code: 200, msg: '', data: answerTo(url) }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`http://127.0.0.1:${port}/`)
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
})
afterAll(() => {
  // A connection that is kept open would be waited for.
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})
// What one test arranged is shared by every list that is drawn.
afterEach(cleanup)
beforeEach(() => {
  asked = []
  failing = false
  useLists.setState({ loaded: true, lists: {}, views: [] })
})

const tab = { path: '/list', visible: true, setDirty: () => {}, setTitle: () => {}, close: () => {} }
const wrapperAt = (search: string) =>
  function Wrapper({ children }: { children: ReactNode }) {
    return (
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[`/list${search}`]}>
          <TabContext value={tab}>{children}</TabContext>
        </MemoryRouter>
      </QueryClientProvider>
    )
  }

const defaults = { sort: { key: 'createdAt', dir: 'desc' } } as const
const useWaybills = () => ({
  list: useList({ call: getWaybills, totals: getWaybillTotals, defaults }),
  search: useLocation().search,
})
const idsOf = (rows: readonly WaybillRow[]) => rows.map(({ id }) => id)

describe('a list', () => {
  it('asks for the rows first and for the totals after', async () => {
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('') })
    expect(result.current.list.loading).toBe(true)
    await waitFor(() => expect(result.current.list.total).toBe(6))
    expect(asked).toEqual(['GetWaybills?sort=createdAt&dir=desc&pageSize=50', 'GetWaybillTotals'])
    expect(idsOf(result.current.list.rows)).toEqual([1, 2])
  })

  it('begins as the address says', async () => {
    const { result } = renderHook(useWaybills, {
      wrapper: wrapperAt('?q=abc&states=draft,placed&sort=weight&dir=asc&page=2'),
    })
    await waitFor(() => expect(result.current.list.rows).toHaveLength(2))
    expect(asked[0]).toBe('GetWaybills?q=abc&states=draft&states=placed&sort=weight&dir=asc&pageSize=50&page=2')
    expect(result.current.list.activeCount).toBe(2)
  })

  it('goes to the next page by the cursor, keeping the rows meanwhile, and jumps by number', async () => {
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('') })
    await waitFor(() => expect(result.current.list.hasNext).toBe(true))
    act(() => result.current.list.setPage(2))
    expect(idsOf(result.current.list.rows)).toEqual([1, 2])
    expect(result.current.list.shownPage).toBe(1)
    await waitFor(() => expect(idsOf(result.current.list.rows)).toEqual([3, 4]))
    expect(asked.at(-1)).toContain('after=cursor2')
    expect(result.current.search).toBe('?page=2')
    act(() => result.current.list.setPage(3))
    await waitFor(() => expect(result.current.list.hasNext).toBe(false))
    expect(asked.at(-1)).toContain('after=cursor3')
  })

  it('asks for no other totals for another page or another order', async () => {
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('') })
    await waitFor(() => expect(result.current.list.total).toBe(6))
    act(() => result.current.list.setPage(2))
    await waitFor(() => expect(result.current.list.shownPage).toBe(2))
    act(() => result.current.list.setSort({ key: 'weight', dir: 'asc' }))
    await waitFor(() => expect(asked.at(-1)).toContain('sort=weight'))
    expect(asked.filter((url) => url.startsWith('GetWaybillTotals'))).toHaveLength(1)
  })

  it('a filter writes itself into the address and begins at the first page', async () => {
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('?page=3') })
    await waitFor(() => expect(result.current.list.rows).toHaveLength(2))
    act(() => result.current.list.field('urgent').onChange(true))
    await waitFor(() => expect(result.current.search).toBe('?urgent=1'))
    await waitFor(() => expect(asked.at(-1)).toContain('urgent=true'))
  })

  it('an act on one row leaves the ticks of the others; behind a batch what was refused stays', async () => {
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('') })
    await waitFor(() => expect(result.current.list.rows).toHaveLength(2))
    act(() => result.current.list.select(result.current.list.rows, true))
    act(() => result.current.list.acted({ done: 1, refused: [] }, [7]))
    expect([...result.current.list.selection]).toEqual([1, 2])
    act(() => result.current.list.keepRefused({ done: 0, refused: [{ id: 2, no: '', reason: 'x', msg: '' }] }, [1, 2]))
    expect([...result.current.list.selection]).toEqual([2])
    act(() => result.current.list.acted())
    expect(result.current.list.selection.size).toBe(0)
  })

  it('keeps what was selected on other pages, and drops it with the filter', async () => {
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('') })
    await waitFor(() => expect(result.current.list.rows).toHaveLength(2))
    act(() => result.current.list.select(result.current.list.rows, true))
    act(() => result.current.list.setPage(2))
    await waitFor(() => expect(idsOf(result.current.list.rows)).toEqual([3, 4]))
    act(() => result.current.list.toggle(result.current.list.rows[0] as WaybillRow))
    expect(idsOf(result.current.list.selectedRows)).toEqual([1, 2, 3])
    act(() => result.current.list.setFilter({ q: 'x' }))
    await waitFor(() => expect(result.current.list.selection.size).toBe(0))
  })

  it('clearing the filters leaves the state tab chosen', async () => {
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('?tab=draft&q=x') })
    await waitFor(() => expect(result.current.list.rows).toHaveLength(2))
    act(() => result.current.list.reset())
    await waitFor(() => expect(result.current.search).toBe('?tab=draft'))
    expect(result.current.list.activeCount).toBe(0)
  })

  it('remembers the page size, and another size asks once, from the first page', async () => {
    const { result, unmount } = renderHook(useWaybills, { wrapper: wrapperAt('?page=2') })
    await waitFor(() => expect(idsOf(result.current.list.rows)).toEqual([3, 4]))
    asked = []
    act(() => result.current.list.setPageSize(100))
    await waitFor(() => expect(result.current.list.pageSize).toBe(100))
    await waitFor(() => expect(idsOf(result.current.list.rows)).toEqual([1, 2]))
    expect(asked.filter((url) => url.includes('page=2'))).toEqual([])
    unmount()
    const again = renderHook(useWaybills, { wrapper: wrapperAt('') })
    expect(again.result.current.list.pageSize).toBe(100)
  })

  it('opens with its default view, which then stands in the address; cleared, it stays cleared', async () => {
    const view = {
      id: 7,
      list: '/list',
      name: 'x',
      search: '?tab=draft&q=x',
      columns: null,
      shared: false,
      mine: true,
      ownerName: '',
    }
    useLists.setState({ lists: { '/list': { defaultView: 7 } }, views: [view] })
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('') })
    await waitFor(() => expect(result.current.search).toBe('?tab=draft&q=x'))
    await waitFor(() => expect(result.current.list.rows).toHaveLength(2))
    expect(asked.filter((url) => url.startsWith('GetWaybills'))).toEqual([
      'GetWaybills?tab=draft&q=x&sort=createdAt&dir=desc&pageSize=50',
    ])
    act(() => result.current.list.reset())
    await waitFor(() => expect(result.current.search).toBe('?tab=draft'))
    act(() => result.current.list.setFilter({ tab: null }))
    await waitFor(() => expect(result.current.search).toBe(''))
    expect(result.current.list.filter.tab).toBeUndefined()
  })

  it('[D-01] a view brings its columns; one that keeps none leaves them as they are', async () => {
    const kept = { list: '/list', shared: false, mine: true, ownerName: '' }
    const columns = { order: ['no', 'state'], shown: { state: false }, widths: { no: 90 } }
    const bare = { ...kept, id: 7, name: 'x', search: '?q=x', columns: null }
    const full = { ...kept, id: 8, name: 'y', search: '?q=y', columns }
    useLists.setState({ lists: { '/list': { shown: { weight: true }, pageSize: 20 } }, views: [bare, full] })
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('') })
    act(() => result.current.list.openView(bare))
    await waitFor(() => expect(result.current.search).toBe('?q=x'))
    expect(result.current.list.preferences.shown).toEqual({ weight: true })
    act(() => result.current.list.openView(full))
    await waitFor(() => expect(result.current.search).toBe('?q=y'))
    expect(result.current.list.preferences).toEqual({ ...columns, pageSize: 20 })
    expect(isShowing(full, '?q=y', { ...columns, widths: { no: 91 } })).toBe(false)
  })

  it('an address of its own wins over the default view', async () => {
    const view = {
      id: 7,
      list: '/list',
      name: 'x',
      search: '?q=x',
      columns: null,
      shared: false,
      mine: true,
      ownerName: '',
    }
    useLists.setState({ lists: { '/list': { defaultView: 7 } }, views: [view] })
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('?q=other') })
    await waitFor(() => expect(result.current.list.rows).toHaveLength(2))
    expect(result.current.list.filter.q).toBe('other')
  })

  it('selects every row of the filter over all its pages', async () => {
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('?q=x') })
    await waitFor(() => expect(result.current.list.rows).toHaveLength(2))
    await act(() => result.current.list.selectAll())
    expect([...result.current.list.selection]).toEqual([1, 2, 3, 4, 5, 6])
    expect(result.current.list.selecting).toBeNull()
  })

  it('goes to the last page when the one asked for is beyond it', async () => {
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('?page=9') })
    await waitFor(() => expect(result.current.search).toBe(''))
    await waitFor(() => expect(idsOf(result.current.list.rows)).toEqual([1, 2]))
  })

  it('says that it failed, and tries again when asked', async () => {
    failing = true
    const { result } = renderHook(useWaybills, { wrapper: wrapperAt('') })
    await waitFor(() => expect(result.current.list.error?.message).toBe('no'))
    expect(result.current.list.rows).toEqual([])
    failing = false
    act(() => result.current.list.retry())
    await waitFor(() => expect(result.current.list.rows).toHaveLength(2))
  })

  it('[ER-03] an export without a network, or one that fails, says what is the matter and never that it began', async () => {
    const useExport = () => useList({ call: getWaybills, exportCall: exportWaybills })
    const { result } = renderHook(useExport, { wrapper: wrapperAt('') })
    await waitFor(() => expect(result.current.rows).toHaveLength(2))
    const texts = () => useToasts.getState().list.map(({ text }) => text)
    failing = true
    await act(() => result.current.export?.(['waybillNo']).catch(() => undefined) ?? Promise.resolve())
    expect(texts()).toEqual(['no'])
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const fetching = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const seen: string[] = []
    const stop = useToasts.subscribe(({ list }) => seen.push(...list.map(({ text }) => text)))
    await act(() => result.current.export?.(['waybillNo']).catch(() => undefined) ?? Promise.resolve())
    stop()
    onLine.mockRestore()
    fetching.mockRestore()
    expect([...new Set(seen)]).toEqual(['no', '没有网络，连上后再试'])
  })

  it('[D-01] exports thousands of chosen rows in the background: no address could name them', async () => {
    const useExport = () => useList({ call: getWaybills, exportCall: exportWaybills })
    const { result } = renderHook(useExport, { wrapper: wrapperAt('') })
    await waitFor(() => expect(result.current.rows).toHaveLength(2))
    const chosen = Array.from({ length: 501 }, (_, id) => id + 1)
    await act(() => result.current.export?.(['waybillNo'], chosen).catch(() => undefined) ?? Promise.resolve())
    expect(asked.filter((path) => /Export/.test(path))).toEqual(['StartExport'])
    asked = []
    await act(() => result.current.export?.(['waybillNo'], [1, 2]).catch(() => undefined) ?? Promise.resolve())
    expect(asked.filter((path) => /Export/.test(path))).toEqual([
      expect.stringMatching(/^ExportWaybills\?.*ids=1&ids=2/),
    ])
  })

  it('takes an answer with a total and page numbers as well, with the counts that came along', async () => {
    const useUsers = () => useList({ call: getAllUsers, idOf: (user) => user.UserID, tabField: 'STATUS' })
    const { result } = renderHook(useUsers, { wrapper: wrapperAt('?STATUS=1') })
    await waitFor(() => expect(result.current.total).toBe(3))
    expect(result.current.answer?.disabled).toBe(1)
    expect(result.current.hasNext).toBe(false)
    // The bell may still be asking for the export of the test before.
    expect(asked.filter((path) => path.startsWith('GetAllUsers'))).toEqual(['GetAllUsers?STATUS=1&pageSize=50'])
  })
})
