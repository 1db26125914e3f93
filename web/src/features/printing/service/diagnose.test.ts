import { describe, expect, it } from 'vitest'
import { chromiumOf, originsFor } from './clodop.ts'
import { compareVersions, diagnose, type Facts, type Problem } from './diagnose.ts'

const fine: Facts = {
  came: true,
  hasMain: true,
  hasObject: true,
  pageComplete: true,
  socketOpen: true,
  version: '6.2.2.6',
  serviceVersion: '4.1.5.5',
  printers: 2,
  permission: 'granted',
  secure: true,
  host: 'tms.example.com',
  chromium: 150,
  seen: true,
  minimum: { plugin: '6.2.0.0', service: '2.0.9.0' },
}
const absent = {
  came: false,
  hasMain: false,
  hasObject: false,
  socketOpen: false,
  version: '',
  serviceVersion: '',
  printers: 0,
}

describe('the print doctor', () => {
  it('[PR-01] asks both ports of this machine, by the scheme of the page', () => {
    expect(originsFor('http:')).toEqual(['http://localhost:8000', 'http://localhost:18000'])
    expect(originsFor('https:')).toEqual(['https://localhost:8443', 'https://localhost:8444'])
  })

  const cases: [string, Partial<Facts>, Problem | null][] = [
    ['all is well', {}, null],
    ['never seen here', { ...absent, permission: 'granted', seen: false }, 'notInstalled'],
    ['seen before', { ...absent, permission: 'granted' }, 'notStarted'],
    ['the person said no', { ...absent, permission: 'denied' }, 'blocked'],
    ['the question was put aside', { ...absent, permission: 'prompt' }, 'blocked'],
    [
      'a page on this very machine is never asked',
      { ...absent, permission: 'prompt', host: '127.0.0.1', seen: false },
      'notInstalled',
    ],
    ['plain http in a browser that asks', { ...absent, permission: 'unknown', secure: false }, 'blockedHttp'],
    ['plain http in an older one', { ...absent, permission: 'unknown', secure: false, chromium: 120 }, 'notStarted'],
    [
      'plain http in another browser',
      { ...absent, permission: 'unknown', secure: false, chromium: 0, seen: false },
      'notInstalled',
    ],
    ['a script without its main part', { hasMain: false, hasObject: false }, 'noScript'],
    ['the page is still coming', { hasObject: false, pageComplete: false }, 'loading'],
    ['its line is not open yet', { socketOpen: false }, 'loading'],
    ['too old a service', { serviceVersion: '2.0.8.9' }, 'upgradeService'],
    ['too old a service that does not answer', { serviceVersion: '1.9', socketOpen: false }, 'upgradeService'],
    ['no core behind the service', { version: '' }, 'pluginMissing'],
    ['too old a core', { version: '6.1.9.9' }, 'upgradePlugin'],
    ['no printer', { printers: 0 }, 'noPrinter'],
  ]
  it.each(cases)('[ER-04] %s', (_, facts, problem) => {
    expect(diagnose({ ...fine, ...facts })).toBe(problem)
  })

  it('[PR-05] versions are compared as numbers, not as text', () => {
    expect(compareVersions('6.2.10.0', '6.2.9.1')).toBeGreaterThan(0)
    expect(compareVersions('10.0', '9.9.9.9')).toBeGreaterThan(0)
    expect(compareVersions('2.0.9', '2.0.9.0')).toBe(0)
    expect(compareVersions('2.0.8.9', '2.0.9.0')).toBeLessThan(0)
  })

  it('knows a browser that asks by its release', () => {
    expect(chromiumOf('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36')).toBe(156)
    expect(chromiumOf('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(0)
  })
})
