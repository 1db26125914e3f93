import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Two time zones, because a wrong one hides in either: a `date` read as local midnight is right under UTC and a day early
// under Asia/Shanghai; a business day taken from the machine's clock is the other way round. Everything runs under the
// first; what computes with time (the contract, the server's platform, files named *.tz.test.ts) runs under both.
const firstZone = process.env.TZ || 'UTC'
const secondZone = firstZone === 'Asia/Shanghai' ? 'UTC' : 'Asia/Shanghai'

const database = { globalSetup: ['./server/test/setup.ts'], setupFiles: ['./server/test/eachFile.ts'] }
const exclude = [...configDefaults.exclude, 'tools/fixtures/**']

// Files share a worker's modules: to load the whole server or the whole of antd anew for each of them was a third of their time.
// So nothing at the top of a module may be counted up or kept there by a test (tools/check-tests.mjs).
const shared = { isolate: false }

/** What starts and kills the product as a person at a terminal would: beside nothing else. */
const alone = ['e2e/start.test.ts']

const inBrowser = {
  ...database,
  exclude,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A page that is just being fetched on a busy machine is not yet there after the usual second.
  expect: { poll: { timeout: 10_000 } },
  // A busy machine may lose a browser; what fails twice is broken.
  retry: process.env.CI ? 1 : 0,
}

const longest = ['e2e/walk.test.ts', 'e2e/access.test.ts', 'server/test/warehouseStranger.http.test.ts']

/** What takes longest begins first: begun last, it would run on alone when all else is done. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (longest.some((path) => moduleId.endsWith(path)) ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // A file waits for its database half of the time: two at once even where one core would be left free for others.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude,
          env: { TZ: firstZone },
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          ...database,
          ...shared,
          include: ['server/**/*.test.ts'],
          exclude,
          env: { TZ: firstZone },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'zone',
          ...database,
          ...shared,
          include: ['contract/**/*.test.ts', 'server/src/platform/**/*.test.ts', 'server/**/*.tz.test.ts'],
          // Starting and killing PostgreSQL takes long and knows no time zone.
          exclude: [...exclude, 'server/src/platform/postgres*.test.ts', 'server/src/platform/config.test.ts'],
          env: { TZ: secondZone },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          ...shared,
          setupFiles: ['./web/test/eachFile.ts'],
          include: ['web/**/*.test.{ts,tsx}'],
          exclude,
          environment: 'happy-dom',
          env: { TZ: 'Asia/Shanghai' },
        },
      },
      {
        test: { name: 'e2e', ...inBrowser, ...shared, include: ['e2e/**/*.test.ts'], exclude: [...exclude, ...alone] },
      },
      {
        test: { name: 'alone', ...inBrowser, include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
