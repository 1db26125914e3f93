// Run by postgres.test.ts as a process of its own, to be killed: owns the PostgreSQL of the directory in argv, stores the
// number in argv, says the URL once the row is acknowledged, and stops on SIGTERM.
import pg from 'pg'
import { startPostgres } from '../src/platform/postgres.ts'

const [dataDir = '', number = ''] = process.argv.slice(2)
const postgres = await startPostgres({ dataDir, log: () => {}, patience: { running: 0, leaving: 0 } }).catch(
  (error: Error) => {
    console.log(error.message)
    process.exit(3)
  },
)
const client = new pg.Client(postgres.url)
client.on('error', () => {})
await client.connect()
await client.query('create table if not exists kept (number int not null)')
await client.query('insert into kept values ($1)', [Number(number)])
console.log(postgres.url)
process.on('SIGTERM', async () => {
  postgres.leaving()
  await postgres.stop()
  process.exit(0)
})
