import { expect, it } from 'vitest'
import es from '../../locales/es/shell.json'

it('[T-B26] the business day is no working day in Spanish', () => {
  expect(es['dashboard.day']).toBe('Fecha de operación')
})
