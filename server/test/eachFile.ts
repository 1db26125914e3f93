import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { beginCost, noteCost } from './cost.ts'
import { dropLeftDatabases } from './database.ts'

// Registered before the file's own hooks, so they run after them: afterAll hooks run in reverse order.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern that no fixture is asked for
afterAll(({}, suite) => noteCost(path.relative(process.cwd(), suite.file.filepath)))
afterAll(dropLeftDatabases)
beforeAll(beginCost)
