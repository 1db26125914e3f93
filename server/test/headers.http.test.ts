import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('an answer of the API is never taken for a page, framed, sniffed or kept', async () => {
  const { headers } = await world.admin.fetch('/api/Users/GetUserInfo')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  // On plain http in a LAN it would blank the page.
  expect(headers.get('strict-transport-security')).toBeNull()
})

it('whatever is no call of the API carries a page’s own policy', async () => {
  const { headers } = await world.admin.fetch('/nothing-here')
  const policy = headers.get('content-security-policy') ?? ''
  for (const part of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(part)
  expect(policy).not.toContain('upgrade-insecure-requests')
})

it('[RT-18/receive] a page may compile the program that reads codes from a camera, and evaluate no text as a script', async () => {
  const { headers } = await world.admin.fetch('/nothing-here')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("'wasm-unsafe-eval'")
  expect(policy).not.toContain("'unsafe-eval'")
})

it('[PR-01] a page may load the print service of its own machine, by http and by https, and nobody else’s script', async () => {
  const { headers } = await world.admin.fetch('/nothing-here')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain(
    "script-src 'self' 'wasm-unsafe-eval' http://localhost:8000 http://localhost:18000 https://localhost:8443 https://localhost:8444;",
  )
  expect(policy).toContain(
    "connect-src 'self' ws://localhost:8000 ws://localhost:18000 wss://localhost:8443 wss://localhost:8444;",
  )
})
