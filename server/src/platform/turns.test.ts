import { expect, it } from 'vitest'
import { NoTurn, Turns } from './turns.ts'

it('so much goes on at once, so much waits in its order, the rest is refused; a failure gives its turn on', async () => {
  const turns = new Turns(2, 3)
  const running: number[] = []
  const ended: number[] = []
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>())
  const runs = gates.map(({ promise }, i) =>
    turns.run(async () => {
      running.push(i)
      await promise
      ended.push(i)
    }),
  )
  const outcomes = Promise.allSettled(runs)
  await expect(runs[5]).rejects.toBeInstanceOf(NoTurn)
  expect(running).toEqual([0, 1])
  gates[1]?.reject(new Error('broken'))
  await expect(runs[1]).rejects.toThrow('broken')
  for (const { resolve } of gates) resolve()
  expect((await outcomes).map(({ status }) => status[0]).join('')).toBe('frfffr')
  expect(ended).toEqual([0, 2, 3, 4])
  await turns.run(async () => {})
})
