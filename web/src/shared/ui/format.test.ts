import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { ago, clock, dateTime, day, exactTime, figure, hour, money, short, volume, weekday, weight } from './format.ts'

beforeAll(async () => {
  await startI18n(['common'])
  await switchLanguage('en')
})

it('figures have separators, their decimals and a true minus', () => {
  expect(money('1234567.5')).toBe('1,234,567.50')
  expect(money('-0.4')).toBe('\u22120.40')
  expect(weight('107.436')).toBe('107.436')
  expect(volume('0.3')).toBe('0.3000')
  expect(figure(61204)).toBe('61,204')
  expect(figure(null)).toBe('\u2014')
  expect(figure('')).toBe('\u2014')
  // Beyond what a binary float holds exactly.
  expect(money('9007199254740993.01')).toBe('9,007,199,254,740,993.01')
})

it('[PR-03] large numbers are shortened with k M G T P E', () => {
  expect([999, 1000, 1234, 1.5e6, 2e9, 3e12, 4e15, 5e18].map(short)).toEqual([
    '999',
    '1k',
    '1.2k',
    '1.5M',
    '2G',
    '3T',
    '4P',
    '5E',
  ])
  expect([0, 999_949, 999_950, 999_999_999, 1e21, -1500, -12].map(short)).toEqual([
    '0',
    '999.9k',
    '1M',
    '1G',
    '1000E',
    '\u22121.5k',
    '\u221212',
  ])
})

it('times are those of Shanghai, whatever the machine thinks', () => {
  const late = '2026-11-20T16:30:05Z'
  expect(day(late)).toBe('2026-11-21')
  expect(clock(late)).toBe('00:30')
  expect(hour(late)).toBe(0)
  expect(dateTime(late)).toBe('2026-11-21 00:30')
  expect(exactTime(late)).toBe('2026-11-21 00:30:05')
  expect(weekday('2026-11-20', 'en')).toBe('Friday')
})

it('[PR-03] ages are in minutes under an hour, hours under a day, else days', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(ago('2026-11-20T11:59:40Z', now)).toBe('just now')
  expect(ago('2026-11-20T11:59:00Z', now)).toBe('1 minute ago')
  expect(ago('2026-11-20T11:00:01Z', now)).toBe('59 minutes ago')
  expect(ago('2026-11-20T11:00:00Z', now)).toBe('1 hour ago')
  expect(ago('2026-11-19T12:00:01Z', now)).toBe('23 hours ago')
  expect(ago('2026-11-19T12:00:00Z', now)).toBe('1 day ago')
  expect(ago('2026-11-01T12:00:00Z', now)).toBe('19 days ago')
  // A clock that is a little ahead.
  expect(ago('2026-11-20T12:00:30Z', now)).toBe('just now')
})
