import { waybillEventTypes } from '@xunyun/contract/waybills/events'
import { expect, it } from 'vitest'
import words from '../../locales/zh/waybills.json'

it('[T28] every kind of event of a waybill has its words, and no other has', () => {
  // A refusal is part of a signing, and told by a sentence of its own.
  const said = Object.keys(words).flatMap((key) => (key.startsWith('event.') ? key.slice('event.'.length) : []))
  expect(said.toSorted()).toEqual([...waybillEventTypes].toSorted())
})
