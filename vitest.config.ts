import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

// Two time zones, because a wrong one hides in either: a `date` read as local midnight is right under UTC and a day early
// under Asia/Shanghai; a business day taken from the machine's clock is the other way round. Everything runs under the
// first; what computes with time (the contract, the server's platform, files named *.tz.test.ts) runs under both.
const firstZone = process.env.TZ || 'UTC'
const secondZone = firstZone === 'Asia/Shanghai' ? 'UTC' : 'Asia/Shanghai'

const database = { globalSetup: ['./server/test/setup.ts'], setupFiles: ['./server/test/eachFile.ts'] }
const exclude = [...configDefaults.exclude, 'tools/fixtures/**']

export default defineConfig({
  test: {
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
          include: ['web/**/*.test.{ts,tsx}'],
          exclude,
          environment: 'happy-dom',
          env: { TZ: 'Asia/Shanghai' },
        },
      },
      {
        test: {
          name: 'e2e',
          ...database,
          include: ['e2e/**/*.test.ts'],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A page that is just being fetched on a busy machine is not yet there after the usual second.
          expect: { poll: { timeout: 10_000 } },
          // One browser and one server at a time: journeys measure what a person waits for, not who else is running.
          fileParallelism: false,
          // A busy machine may lose a browser; what fails twice is broken.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
