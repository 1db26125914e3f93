/** Why printing may not go, told apart from what a click on 打印 found out. */

export type Permission = PermissionState | 'unknown'

export type Facts = {
  /** A script came from one of the ports. */
  readonly came: boolean
  /** It brought `getCLodop`. */
  readonly hasMain: boolean
  /** `getCLodop` gave the object. */
  readonly hasObject: boolean
  readonly pageComplete: boolean
  readonly socketOpen: boolean
  /** Of the plug-in's core and of the web service; empty: not told. */
  readonly version: string
  readonly serviceVersion: string
  readonly printers: number
  readonly permission: Permission
  readonly secure: boolean
  readonly host: string
  /** Major release of Chromium; 0: another browser. */
  readonly chromium: number
  /** The service answered in this browser before: installed, so not started. */
  readonly seen: boolean
  readonly minimum: { readonly plugin: string; readonly service: string }
}

export const problems = [
  'blocked',
  'blockedHttp',
  'notInstalled',
  'notStarted',
  'noScript',
  'loading',
  'upgradeService',
  'pluginMissing',
  'upgradePlugin',
  'noPrinter',
] as const
export type Problem = (typeof problems)[number]

/** Versions as numbers: 6.2.10 is newer than 6.2.9. Negative: `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]]
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const by = (left[at] ?? 0) - (right[at] ?? 0)
    if (by !== 0) return by
  }
  return 0
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
/** Since this release a page needs permission to reach the machine it is shown on, and on plain http never gets it. */
const asksSince = 142

/** The first thing that stands in the way; null: it can be printed. */
export function diagnose(facts: Facts): Problem | null {
  if (!facts.came) {
    if (facts.permission === 'denied') return 'blocked'
    if (!isLoopback(facts.host)) {
      if (facts.permission === 'prompt') return 'blocked'
      if (!facts.secure && facts.chromium >= asksSince) return 'blockedHttp'
    }
    return facts.seen ? 'notStarted' : 'notInstalled'
  }
  if (!facts.hasMain) return 'noScript'
  if (!facts.hasObject) return facts.pageComplete ? 'notStarted' : 'loading'
  // Too old a service may not speak to us at all: that is said before anything else.
  if (facts.serviceVersion !== '' && compareVersions(facts.serviceVersion, facts.minimum.service) < 0)
    return 'upgradeService'
  if (!facts.socketOpen) return 'loading'
  if (facts.version === '') return 'pluginMissing'
  if (compareVersions(facts.version, facts.minimum.plugin) < 0) return 'upgradePlugin'
  return facts.printers > 0 ? null : 'noPrinter'
}
