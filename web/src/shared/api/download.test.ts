import { expect, it } from 'vitest'
import { fileName } from './download.ts'

it('the name of a download is the one that the server gives, with its characters', () => {
  expect(fileName(`attachment; filename="a.xlsx"; filename*=UTF-8''%E8%BF%90%E5%8D%95.xlsx`)).toBe('\u8fd0\u5355.xlsx')
  expect(fileName('attachment; filename=list.csv')).toBe('list.csv')
  expect(fileName('inline')).toBeNull()
  expect(fileName(null)).toBeNull()
})
