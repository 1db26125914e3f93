import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { at } from './root.mjs'

/** The rules Biome finds broken in a file of that name, under the repository's own configuration. */
function broken(path: string, text: string, neighbour?: string): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'xunyun-lint-'))
  try {
    copyFileSync(at('biome.json'), join(directory, 'biome.json'))
    copyFileSync(at('package.json'), join(directory, 'package.json'))
    mkdirSync(join(directory, dirname(path)), { recursive: true })
    writeFileSync(join(directory, path), text)
    if (neighbour) writeFileSync(join(directory, dirname(path), neighbour), 'export const act = 1\n')
    const args = [at('node_modules/@biomejs/biome/bin/biome'), 'lint', '--vcs-enabled=false', path]
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' })
    const output = `${stdout}${stderr}`
    if (!output.includes('Checked 1 file')) throw new Error(output)
    return [...new Set([...output.matchAll(/ lint\/\w+\/(\w+)/g)].map(([, name = '']) => name))].sort()
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const modal = `import { Modal } from 'antd'\n\nexport const Dialog = () => <Modal open />\n`

describe('Biome', () => {
  it('finds a promise nobody waits for', () => {
    const text = `export async function act() {}\n\nexport async function run() {\n  act()\n}\n`
    expect(broken('server/src/run.ts', text)).toEqual(['noFloatingPromises'])
    expect(broken('server/src/run.ts', text.replace('  act()', '  await act()'))).toEqual([])
  })

  it('finds an async callback where nobody looks at the promise', () => {
    const text = `export function run(ids: number[], act: (id: number) => Promise<void>) {\n  ids.forEach(async (id) => {\n    await act(id)\n  })\n}\n`
    expect(broken('server/src/run.ts', text)).toContain('noMisusedPromises')
  })

  it('keeps antd’s Modal to the one file that knows how to use it', () => {
    expect(broken('web/src/features/waybills/Sign.tsx', modal)).toEqual(['noRestrictedImports'])
    expect(
      broken(
        'web/src/features/waybills/Sign.tsx',
        modal.replace(`{ Modal } from 'antd'`, `Modal from 'antd/es/modal'`),
      ),
    ).toEqual(['noRestrictedImports'])
    expect(broken('web/src/shared/ui/Dialog.tsx', modal)).toEqual([])
  })

  it('finds an effect that forgets what it depends on', () => {
    const text = `import { useEffect, useState } from 'react'\n\nexport function useCopy(id: number) {\n  const [copy, setCopy] = useState(0)\n  useEffect(() => {\n    setCopy(id)\n  }, [])\n  return copy\n}\n`
    expect(broken('web/src/features/waybills/useCopy.ts', text)).toEqual(['useExhaustiveDependencies'])
  })

  it('finds any, and an import Node could not resolve without its extension', () => {
    const text = `import { act } from './app'\n\nexport const run = (input: any) => act(input)\n`
    expect(broken('server/src/run.ts', text, 'app.ts')).toEqual(['noExplicitAny', 'useImportExtensions'])
  })
})
