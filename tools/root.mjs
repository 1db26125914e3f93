// Run by whatever Node the machine has: keep to what Node 20 knows.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Node 24, brought by the npm package `node`: everything but these start-up scripts runs on it. */
export const node24 = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * A path below the repository.
 * @param {...string} parts
 */
export const at = (...parts) => join(root, ...parts)
