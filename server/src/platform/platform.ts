import type pg from 'pg'
import type { Logger } from 'pino'
import type { Approvals } from './approvals.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Exports } from './excel/exports.ts'
import type { Files } from './files.ts'
import type { Binder } from './http/binder.ts'
import type { Imports } from './import/imports.ts'
import type { Jobs } from './jobs.ts'
import type { Numbering } from './numbering.ts'
import type { Outbox } from './outbox.ts'
import type { Records } from './records.ts'
import type { Secrets } from './secrets.ts'
import type { Sessions } from './session.ts'

/** What every module gets when it is registered. */
export type Platform = {
  readonly config: Pick<Config, 'dataDir' | 'publicUrl'> & Partial<Config>
  readonly db: Db
  readonly pool: pg.Pool
  readonly log: Logger
  readonly sessions: Sessions
  readonly files: Files
  readonly records: Records
  readonly secrets: Secrets
  readonly exports: Exports
  readonly imports: Imports
  readonly jobs: Jobs
  readonly outbox: Outbox
  readonly numbering: Numbering
  readonly approvals: Approvals
  readonly bind: Binder
}

/** A module's door: binds its calls. */
export type Module = (platform: Platform) => void
