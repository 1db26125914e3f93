import { afterAll } from 'vitest'
import { dropLeftDatabases } from './database.ts'

// Registered before the file's own hooks, so it runs after them: afterAll hooks run in reverse order.
afterAll(dropLeftDatabases)
