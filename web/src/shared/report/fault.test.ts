import { expect, it } from 'vitest'
import { ApiError, NetworkError } from '../api/errors.ts'
import { describeFault } from './fault.ts'

it('[ER-05] a fault is told without query strings and without what somebody typed', () => {
  const error = new SyntaxError(`Unexpected token '张', "张三 13800001111" is not valid JSON near 13800001111`)
  error.stack = `SyntaxError: 张三 13800001111\n    at read (http://host/assets/a.js?q=13800001111:1:2)\n    at run (http://host/b.js:3:4)`
  const fault = describeFault(error, '#/tms/operations/allWayBill?q=13800001111')
  expect(fault).toEqual({
    page: '/tms/operations/allWayBill',
    message: `SyntaxError: Unexpected token '…', "…" is not valid JSON near #`,
    stack: 'at read (http://host/assets/a.js:1:2)\nat run (http://host/b.js:3:4)',
  })
})

it('[ER-05] names of the code stay, so that the fault can be found', () => {
  expect(describeFault(new TypeError("Cannot read properties of undefined (reading 'waybillNo')"), '')?.message).toBe(
    "TypeError: Cannot read properties of undefined (reading 'waybillNo')",
  )
  expect(describeFault('a thrown word', '')?.message).toBe('a thrown word')
  expect(describeFault(new Error('x'.repeat(9000)), '')?.message).toHaveLength(500)
})

it('[ER-05] refusals, lost lines and what browsers mutter are no faults', () => {
  const none = [
    new ApiError(409, 'no'),
    new NetworkError('down'),
    new DOMException('gone', 'AbortError'),
    new Error('ResizeObserver loop completed with undelivered notifications.'),
    new TypeError('Failed to fetch dynamically imported module: http://host/assets/a.js'),
  ]
  expect(none.map((error) => describeFault(error, '#/'))).toEqual(none.map(() => null))
})
