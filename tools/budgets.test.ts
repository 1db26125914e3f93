import { expect, it } from 'vitest'
import { checkBudgets, weigh } from './budgets.mjs'

const kb = 1024
const manifest = {
  'index.html': { file: 'index.js', imports: ['_base.js'] },
  '_base.js': { file: 'base.js', name: 'base', css: ['base.css'], dynamicImports: ['_shell.js', '_routes.js'] },
  '_shell.js': { file: 'shell.js', name: 'shell', imports: ['_base.js'], css: ['shell.css'] },
  '_routes.js': { file: 'routes.js', name: 'routes', imports: ['_base.js'], dynamicImports: ['src/Page.tsx'] },
  'src/Page.tsx': { file: 'page.js', imports: ['_list.js', '_shell.js'], css: ['shell.css'] },
  '_list.js': { file: 'list.js', name: 'list' },
}
const sizes: Record<string, number> = { 'index.js': 1, 'base.js': 100, 'shell.js': 180, 'routes.js': 6, 'list.js': 80 }
const sizeOf = (file: string) => (sizes[file] ?? 2) * kb
const login = { parts: ['index.html'], kilobytes: 110, files: 4, stages: 1 }
const page = { parts: ['index.html', 'shell', 'routes', 'src/Page.tsx'], kilobytes: 370, files: 9, stages: 3 }

it('a first load is what its parts import, each once, with the style sheets and the page', () => {
  expect(weigh(manifest, page.parts, sizeOf)).toMatchObject({ kilobytes: 369, files: 9, stages: 3 })
  expect(checkBudgets(manifest, sizeOf, { login, page }).problems).toEqual([])
})

it('a group that takes the shell along into the login page is over its budget', () => {
  const wrong = { ...manifest, '_base.js': { ...manifest['_base.js'], imports: ['_shell.js'] } }
  const { problems } = checkBudgets(wrong, sizeOf, { login, page })
  expect(problems).toEqual([
    'login: too many kilobytes and files. Its heaviest: _shell.js 180, _base.js 100, index.html 1',
  ])
})

it('so is a page that grows, and one that is known of only once the shell has run', () => {
  const big = (file: string) => (file === 'list.js' ? 90 * kb : sizeOf(file))
  expect(checkBudgets(manifest, big, { page }).problems[0]).toMatch(/^page: too many kilobytes\. Its heaviest: _shell/)
  const late = {
    ...manifest,
    '_base.js': { ...manifest['_base.js'], dynamicImports: ['_shell.js'] },
    '_shell.js': { ...manifest['_shell.js'], dynamicImports: ['_routes.js'] },
  }
  expect(checkBudgets(late, sizeOf, { page }).problems[0]).toMatch(/^page: too many stages/)
})

it('a part that is called otherwise now is not taken for nothing', () => {
  expect(() => weigh(manifest, ['index.html', 'form'], sizeOf)).toThrow('knows no form')
})
