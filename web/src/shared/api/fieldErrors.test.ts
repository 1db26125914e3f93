import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { ApiError } from './errors.ts'
import { fieldMessages } from './fieldErrors.ts'

beforeAll(async () => {
  await startI18n(['common'])
  await switchLanguage('en')
})

it('each field is told its own reason, in the language now, at its place in the form', async () => {
  const error = new ApiError(422, 'two fields', 'kernel.invalid', {}, [
    { path: 'goods.0.name', reason: 'field.tooLong', params: { max: 60 } },
    { path: 'phone', reason: 'unheard.of', params: {} },
  ])
  expect(await fieldMessages(error)).toEqual([
    { name: ['goods', 0, 'name'], errors: ['At most 60 characters'] },
    { name: ['phone'], errors: ['two fields'] },
  ])
})

it('a refusal without fields marks none', async () => {
  expect(await fieldMessages(new ApiError(409, 'no'))).toEqual([])
})
