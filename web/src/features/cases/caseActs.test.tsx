import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { useAbnormalActs } from './useAbnormalActs.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui', 'cases', 'watch', 'waybills'])
  await switchLanguage('zh')
})
afterEach(() => {
  cleanup()
  useSession.setState({ userInfo: null })
})

const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
)
const acts = () => {
  useSession.setState({ userInfo: { UserID: 7 } as never })
  return renderHook(() => useAbnormalActs(), { wrapper: around }).result.current
}
const actions = [{ key: 'handle' }, { key: 'close' }, { key: 'assign' }]
const row = { id: 1, abnormalNo: 'YC1', ownerId: 8, onward: [], actions }

it('[RT-17/abnormalList] 认领 is offered of what is not mine and may be assigned, one or several', () => {
  const offered = (one: object) =>
    acts()
      .row({ ...row, ...one } as never)
      .map(({ label }) => label)
  expect(offered({})).toEqual(['处理', '结案', '认领', '转派'])
  expect(offered({ ownerId: null })).toContain('认领')
  expect(offered({ ownerId: 7 })).not.toContain('认领')
  expect(offered({ actions: [] })).toEqual([])
  const batch = acts().batch([row, { ...row, id: 2, ownerId: 7 }] as never)
  expect(batch.map(({ key }) => key)).toEqual(['claim', 'assign'])
})

it('[RT-17/abnormalList] [T11] 返货 and 改址 of its waybill are offered of one case, as the server says', () => {
  const one = { ...row, onward: ['sendOnward', 'readdress', 'lose'] }
  expect(
    acts()
      .row(one as never)
      .map(({ label }) => label),
  ).toEqual(['处理', '结案', '认领', '返货/转寄', '改址', '登记丢失', '转派'])
  expect(
    acts()
      .batch([one, one] as never)
      .map(({ key }) => key),
  ).not.toContain('sendOnward')
})
