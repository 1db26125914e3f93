import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  idCard,
  isIdCard,
  isLandline,
  isMobile,
  isPhone,
  isPlate,
  isUscc,
  mobile,
  normalizePlate,
  phone,
  plate,
  uscc,
} from './checks.ts'

const reasonOf = (schema: z.ZodMiniType, value: unknown) => {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message
}

describe('unified social credit code, GB 32100', () => {
  it.each(['91440300708461136T', '91330100799655058B'])('%s is right', (code) => expect(isUscc(code)).toBe(true))
  it.each([
    ['91440300708461136X', 'its check character'],
    ['91350100M000100Y4Z', 'its check character'],
    ['91330100799655058', 'its length'],
    ['91330100799655058BB', 'its length'],
    ['9133010079965505IB', 'a letter that is not used'],
    ['', 'nothing in it'],
  ])('%s is wrong by %s', (code) => expect(isUscc(code)).toBe(false))
  it('is taken as people type it', () => {
    expect(reasonOf(uscc, ' 9133 0100 7996 5505 8b ')).toBe('91330100799655058B')
    expect(reasonOf(uscc, '91440300708461136X')).toBe('field.uscc')
    expect(reasonOf(uscc, '')).toBe('field.required')
  })
})

describe('resident identity number, GB 11643', () => {
  it('11010519491231002X is right', () => expect(isIdCard('11010519491231002X')).toBe(true))
  it.each([
    ['110105194912310021', 'its check character'],
    ['11010519491331002X', 'a month that does not exist'],
    ['11010519490230002X', 'a day that does not exist'],
    ['110105491231002', 'the old length'],
    ['11010519491231002x', 'a small letter, which the stored form has not'],
  ])('%s is wrong by %s', (number) => expect(isIdCard(number)).toBe(false))
  it('is taken as people type it', () => expect(reasonOf(idCard, ' 110105 19491231 002x')).toBe('11010519491231002X'))
})

describe('vehicle plate, GA 36', () => {
  it.each([
    '浙A8K215',
    '京A12345',
    '沪AD12345',
    '浙A12345D',
    '粤BF12345',
    '粤BA12345',
    '粤BGA1234',
    '粤B12345K',
    '鲁Q1234挂',
    '浙A1234学',
    '苏A1234警',
    '粤Z1234港',
    '粤Z1234澳',
    '浙AAAAAA',
  ])('%s is right', (number) => expect(isPlate(number)).toBe(true))
  it.each([
    ['浙A1234', 'too short'],
    ['浙A1234567', 'too long'],
    ['浙I12345', 'letter I'],
    ['浙A1O345', 'letter O'],
    ['浙A1I345', 'letter I inside'],
    ['华A12345', 'no such province'],
    ['A12345', 'no province'],
    ['浙112345', 'no letter of the town'],
    ['浙AL12345', 'eight characters with a letter that no new-energy plate has'],
    ['浙AD1234挂', 'eight characters that are no new-energy plate'],
    ['浙A挂1234', 'the ending in the middle'],
  ])('%s is wrong: %s', (number) => expect(isPlate(number)).toBe(false))
  it.each([' 浙a·8k215 ', '浙A-8K215', '浙A•8K215', '浙 A 8K215', '浙A－8K215'])('%j is 浙A8K215', (typed) => {
    expect(normalizePlate(typed)).toBe('浙A8K215')
    expect(reasonOf(plate, typed)).toBe('浙A8K215')
  })
})

describe('phone numbers', () => {
  it.each(['13800138000', '19912345678', '16612345678'])('%s is a mobile', (number) =>
    expect(isMobile(number)).toBe(true),
  )
  it.each(['12800138000', '1380013800', '138001380000', '+8613800138000', '０5712345678'])('%s is not', (number) =>
    expect(isMobile(number)).toBe(false),
  )
  it.each([
    '0571-87654321',
    '057187654321',
    '010-65288888',
    '87654321',
    '0571-87654321-802',
    '400-820-8820',
    '4008208820',
    '800-820-8820',
    '95555',
    '12306',
    '10086',
    '96110',
    '+852 9123 4567',
    '852-91234567',
    '853-2833 1234',
    '+886 912 345 678',
    '886-2-2345-6789',
    '+1 (415) 555-2671',
    '+44 20 7946 0958',
  ])('%s is a landline', (number) => expect(isLandline(number)).toBe(true))
  it.each([
    '6543210',
    '0571-12345678',
    '571-87654321',
    '0571-8765432112',
    '110',
    '+852 9123 456',
    '+1234',
    '+86 12345678901',
  ])('%s is not', (number) => expect(isPhone(number)).toBe(false))
  it.each([
    ['138-0013-8000', '13800138000'],
    ['+86 138 0013 8000', '13800138000'],
    ['86-13800138000', '13800138000'],
    ['１３８００１３８０００', '13800138000'],
    ['(0571)87654321', '0571-87654321'],
    ['（0571） 8765 4321', '0571-87654321'],
    [' 0571 - 87654321 ', '0571-87654321'],
    ['13800138000 ', '13800138000'],
    ['0086 138 0013 8000', '13800138000'],
    ['00852 9123 4567', '+852 9123 4567'],
    ['＋１ 415-555-2671', '+1 415-555-2671'],
    ['853 - 2833 1234', '853 - 2833 1234'],
  ])('%j is taken as %s', (typed, taken) => expect(reasonOf(phone, typed)).toBe(taken))
  it('a landline is no mobile', () => expect(reasonOf(mobile, '0571-87654321')).toBe('field.mobile'))
})
