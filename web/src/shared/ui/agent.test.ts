import { expect, it } from 'vitest'
import { deviceOf } from './agent.ts'

it('a browser is named by what it is, not by what it pretends to be', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  expect(
    deviceOf(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`),
  ).toBe('Edge 140 · Windows')
  expect(deviceOf(`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`)).toBe(
    'Chrome 140 · Linux',
  )
  expect(
    deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604'),
  ).toBe('Safari 18 · iOS')
  expect(deviceOf('node')).toBe('node')
  expect(deviceOf('')).toBe('')
})
