import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lifecycleFile, lifecycles } from './lifecycles.ts'

it('docs/lifecycle.md is what the tables say: after changing one, run node tools/lifecycles.ts', () => {
  expect(readFileSync(lifecycleFile, 'utf8')).toBe(lifecycles())
})
