import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { useTripActs } from './useTripActs.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui', 'dispatch'])
  await switchLanguage('zh')
})
afterEach(() => {
  cleanup()
  useSession.setState({ menus: [] })
})

const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
)
/** What is offered of a trip that is looked at. */
function offered(over: object, mayPrint = true): string[] {
  useSession.setState({ menus: [{ Page: 'printDocuments', BrowseAccess: mayPrint ? 1 : 0 } as never] })
  const { result } = renderHook(() => useTripActs(), { wrapper: around })
  const trip = { id: 1, arrangementNo: 'PC1', state: 'assigned', nextStop: null, stopCount: 2, actions: [], ...over }
  return result.current.row(trip as never).map(({ label }) => label)
}

it('[RT-16/arrangeList] 运输协议 is offered beside 装车单 of a trip that has one, to who may print', () => {
  expect(offered({ agreement: true })).toEqual(['打印装车单', '打印运输协议'])
  expect(offered({ agreement: false })).toEqual(['打印装车单'])
  expect(offered({ agreement: true, state: 'cancelled' })).toEqual([])
  expect(offered({ agreement: true }, false)).toEqual([])
})
