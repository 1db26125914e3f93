import { createConfig, lintFromString } from '@redocly/openapi-core'
import * as customers from '@xunyun/contract/companies/calls'
import * as contacts from '@xunyun/contract/companies/contacts'
import * as deviceBindings from '@xunyun/contract/devices/bindings'
import * as devices from '@xunyun/contract/devices/devices'
import * as positions from '@xunyun/contract/devices/positions'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import type { Call } from '@xunyun/contract/kernel/call'
import * as resources from '@xunyun/contract/resources/calls'
import * as drivers from '@xunyun/contract/resources/drivers'
import * as system from '@xunyun/contract/system/calls'
import * as explain from '@xunyun/contract/system/explain'
import * as files from '@xunyun/contract/system/files'
import * as mailboxes from '@xunyun/contract/system/mailboxes'
import * as roles from '@xunyun/contract/system/roles'
import * as userBatches from '@xunyun/contract/system/userBatches'
import * as wechat from '@xunyun/contract/system/wechat'
import * as waybills from '@xunyun/contract/waybills/calls'
import { openApi } from '../server/src/platform/http/openApi.ts'

/** Lints the API document that the server gives at /api/docs with a linter that knows nothing of us. */
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'access' in value
const calls = [
  system,
  roles,
  userBatches,
  wechat,
  mailboxes,
  explain,
  files,
  customers,
  contacts,
  resources,
  drivers,
  waybills,
  dispatch,
  devices,
  deviceBindings,
  positions,
].flatMap((module) => Object.values(module).filter(isCall))

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // A refusal is an envelope inside HTTP 200 (AP-17), so most calls have no 4xx of their own.
    'operation-4xx-response': 'off',
    // The specification's own paths end in verbs and differ in case.
    'no-ambiguous-paths': 'error',
  },
})
const problems = await lintFromString({ source: JSON.stringify(openApi(calls)), config })
for (const problem of problems.slice(0, 20)) {
  const [place] = problem.location
  console.error(`${problem.severity} ${problem.ruleId}: ${problem.message} (${place?.pointer ?? ''})`)
}
const errors = problems.filter(({ severity }) => severity === 'error').length
console.log(`OpenAPI: ${calls.length} calls, ${errors} errors, ${problems.length - errors} warnings`)
process.exitCode = errors > 0 || calls.length === 0 ? 1 : 0
