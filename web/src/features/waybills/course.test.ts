import { expect, it } from 'vitest'
import words from '../../locales/zh/waybills.json'
import { looks } from './Course.tsx'

it('every kind of event that has words is shown by them', () => {
  const kinds = Object.keys(words).flatMap((key) => (key.startsWith('event.') ? key.slice('event.'.length) : []))
  expect(kinds.filter((kind) => !(kind in looks))).toEqual([])
})
