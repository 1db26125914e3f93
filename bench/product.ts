import pino from 'pino'
import { createApp } from '../server/src/app.ts'
import { openDb, openPool } from '../server/src/platform/db.ts'

/** The product in a process of its own, as it runs in earnest, on the bench's database. */
const { DATABASE_URL = '', BENCH_DIR = '', WEB_ROOT } = process.env
const pool = openPool(DATABASE_URL)
const app = await createApp({
  config: { dataDir: BENCH_DIR, publicUrl: undefined, tls: undefined },
  pool,
  db: openDb(pool),
  log: pino({ level: 'error' }),
  ...(WEB_ROOT === undefined ? {} : { webRoot: WEB_ROOT }),
  // The load comes from one address; what is measured is the work, not the limiter.
  requestsPerMinute: 10_000_000,
})
process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) })
process.on('disconnect', () => process.exit(0))
