import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../../shared/api/errors.ts'
import { termsQuery } from './terms.ts'
import { useCustomerTerms } from './useCustomerTerms.ts'

afterEach(cleanup)

it('[T-B10] what is left of the credit is asked anew once placing was refused for it, and for nothing else', () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { queryKey } = termsQuery(7)
  client.setQueryData(queryKey, {
    settleMethod: 'monthly',
    salesmanId: null,
    credit: { limit: '100.00', used: '0.00' },
  })
  const { result } = renderHook(() => useCustomerTerms({ fields: [], atStart: false, initial: {} }), { wrapper })
  const isOld = () => client.getQueryState(queryKey)?.isInvalidated
  result.current.refused(new ApiError(422, '', 'waybills.payMethodWalkIn'))
  expect(isOld()).toBe(false)
  result.current.refused(new ApiError(409, '', 'waybills.overCredit'))
  expect(isOld()).toBe(true)
})
