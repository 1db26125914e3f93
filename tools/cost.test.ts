import { describe, expect, it } from 'vitest'
import { budget, fileBudget, overBudget } from './cost.mjs'

const file = (more: object) => ({
  file: 'e2e/x.test.ts',
  cpu: 10,
  browser: 6,
  visits: 3,
  products: 1,
  worlds: 0,
  ...more,
})

describe('what tests may cost', () => {
  it('a run within its budgets is not complained of', () => {
    expect(overBudget([file({})], budget.cpu)).toEqual([])
  })

  it('counts fail exactly, a file’s and those of all', () => {
    const { visits } = fileBudget(file({}))
    expect(overBudget([file({ visits: visits + 1 })], 1)).toEqual([
      `e2e/x.test.ts: ${visits + 1} visits, budget ${visits}`,
    ])
    expect(overBudget([file({ products: 2 })], 1)).toEqual(['e2e/x.test.ts: 2 products, budget 1'])
    const many = Array.from({ length: 23 }, (_, n) => file({ file: `e2e/${n}.test.ts`, visits: 11 }))
    expect(overBudget(many, 1)).toEqual([`all files: 253 visits, budget ${budget.visits}`])
  })

  it('processor time fails only where no busy machine explains it', () => {
    expect(overBudget([], budget.cpu * 1.3)).toEqual([])
    expect(overBudget([], budget.cpu * 1.5)).toHaveLength(1)
    const { cpu } = fileBudget(file({}))
    expect(overBudget([file({ cpu: cpu * 1.5 })], 1)).toEqual([])
    expect(overBudget([file({ cpu: cpu * 2.5 })], 1)).toHaveLength(1)
  })
})
