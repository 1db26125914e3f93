import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkPromises } from './check-promises.mjs'
import { at } from './root.mjs'

it('a promise nobody waits for is found, through Kysely and pg too, and no other', () => {
  const lines = readFileSync(at('tools/fixtures/promises/forgotten.ts'), 'utf8').split('\n')
  const expected = lines.flatMap((line, index) => (line.endsWith('// forgotten') ? [index + 1] : []))
  const { problems } = checkPromises(at('tools/fixtures/promises/tsconfig.json'))
  const found = problems.map((problem) => Number(/:(\d+):/.exec(problem)?.[1]))
  expect(found.sort((a, b) => a - b)).toEqual(expected)
  expect(expected).toHaveLength(9)
})
