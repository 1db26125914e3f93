import type { Db } from '../src/platform/db.ts'
import type { DemoAccount } from './seed.ts'

export async function seedDemo(_db: Db): Promise<DemoAccount[]> {
  return []
}
