import type { PlanCell } from '@xunyun/contract/warehouse/locations/plan'
import { expect, it } from 'vitest'
import { planOf, stepFrom } from './planLayout.ts'

let id = 0
const cell = (aisle: string | null, rack: string | null, level: string | null, more: Partial<PlanCell> = {}) => {
  id += 1
  return {
    id,
    code: `${aisle}-${rack}-${level}`,
    aisle,
    rack,
    level,
    slot: null,
    abc: null,
    maxWeight: null,
    maxVolume: null,
    state: 'empty',
    usedPercent: null,
    itemCount: 0,
    ...more,
  } satisfies PlanCell
}

it('[RT-18/wLocation] the plan has aisles in the order people count, the highest level on top, gaps where nothing stands', () => {
  const plan = planOf([
    cell('10', '1', '1'),
    cell('9', '2', '2', { itemCount: 1, state: 'used' }),
    cell('9', '1', '1'),
    cell('9', '10', '1'),
    cell(null, null, null),
    cell('9', null, '1'),
  ])
  expect(plan.aisles.map(({ name, count, used }) => [name, count, used])).toEqual([
    ['9', 3, 1],
    ['10', 1, 0],
  ])
  expect(plan.aisles[0]?.columns).toEqual(['1', '2', '10'])
  expect(plan.aisles[0]?.levels).toEqual(['2', '1'])
  expect(plan.aisles[0]?.rows.map((row) => row.map((one) => one?.code ?? null))).toEqual([
    [null, '9-2-2', null],
    ['9-1-1', null, '9-10-1'],
  ])
  expect(plan.loose).toHaveLength(2)
})

it('[RT-18/wLocation] slots of a rack stand beside each other', () => {
  const plan = planOf([cell('A', '01', '1', { slot: '2' }), cell('A', '01', '1', { slot: '1' }), cell('A', '02', '1')])
  expect(plan.aisles[0]?.columns).toEqual(['01-1', '01-2', '02'])
})

it('[RT-18/wLocation] arrows go over gaps, and from one aisle into the next', () => {
  const top = cell('1', '1', '2')
  const right = cell('1', '3', '2')
  const bottom = cell('1', '1', '1')
  const below = cell('2', '1', '1')
  const loose = cell(null, null, null)
  const plan = planOf([cell('1', '2', '1'), top, right, bottom, below, loose])
  expect(stepFrom(plan, top.id, 'ArrowRight')).toBe(right.id)
  expect(stepFrom(plan, right.id, 'ArrowLeft')).toBe(top.id)
  expect(stepFrom(plan, top.id, 'ArrowDown')).toBe(bottom.id)
  expect(stepFrom(plan, bottom.id, 'ArrowDown')).toBe(below.id)
  expect(stepFrom(plan, below.id, 'ArrowDown')).toBe(loose.id)
  expect(stepFrom(plan, below.id, 'ArrowUp')).toBe(bottom.id)
  expect(stepFrom(plan, top.id, 'ArrowUp')).toBeUndefined()
})
