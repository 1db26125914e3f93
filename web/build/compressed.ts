import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** A smaller file fits one packet as it is. */
const least = 1024
const text = /\.(js|css|html|svg|wasm)$/
/** The next one costs ten times as much for one hundredth less. */
const quality = 5

/**
 * Leaves each file of the build beside a copy in brotli and one in gzip, so that no server spends its start on them. Gzip,
 * because browsers take brotli over https and from their own machine alone.
 */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        const file = path.join(dir, name)
        if (!text.test(name) || statSync(file).size < least) continue
        const content = readFileSync(file)
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        }
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
        writeFileSync(`${file}.gz`, gzipSync(content))
      }
    },
  }
}
