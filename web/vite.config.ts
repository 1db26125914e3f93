import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './build/compressed.ts'

// The dev server stands in front of a running API server; tools/start.mjs says where that one listens.
const api = process.env.XUNYUN_API ?? 'http://127.0.0.1:8080'

const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8')) as { version: string }

/** Of i18n.ts's `lateModules` those that are large, or are read by few. */
const late = new Set([
  'printing',
  'mobileOrders',
  'handedOut',
  'devices',
  'costs',
  'fees',
  'tripCosts',
  'scan',
  'tripScan',
  'warehouse/shipping',
])
/** The rest of what a warehouse reads, which nobody at a waybill does. */
const isOfWarehouse = (module: string) => module === 'goods' || module.startsWith('warehouse/')

/** `contract/words/<module>/<language>.json`: the words of fields come with the other texts of their module. */
function fieldWords(id: string): readonly (string | undefined)[] {
  const [, module, language] = /\/contract\/words\/([\w/]+)\/(\w+)\.json/.exec(id) ?? []
  return [id, language, module]
}

/** The few words that the login page needs, everything else in one request, and the late ones: each a chunk a language. */
function languageChunk(id: string): string | null {
  const [, language, module] = /\/locales\/(\w+)\/([\w/]+)\.json/.exec(id) ?? fieldWords(id)
  if (!language || !module) return null
  if (late.has(module)) return `${module.split('/').at(-1)}-${language}`
  if (isOfWarehouse(module)) return `warehouse-${language}`
  return module === 'common' || module === 'login' ? `words-${language}` : `texts-${language}`
}

/** What changes with our dependencies, not with our code, so that a release leaves it in the browser's cache. */
function vendorChunk(id: string): string | null {
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react'
  if (
    /\/node_modules\/(i18next|react-i18next|html-parse-stringify|void-elements|use-sync-external-store|zustand)\//.test(
      id,
    )
  )
    return 'ground'
  return null
}

/**
 * Parts of the product that are loaded as one, each with all it needs beyond the ones before it: a first load is a few files
 * asked for side by side, where every shared module in a file of its own made a hundred and fifty, one after the other.
 * The order matters: what stands too low takes parts of the ones above along (tools/budgets.mjs).
 */
const parts = [
  // What every start needs, with the login page.
  {
    name: 'base',
    test: new RegExp(
      [
        String.raw`/web/src/(boot\.ts|login/main\.tsx)$`,
        String.raw`/web/src/shared/(ui/(Logo|Toasts)|i18n/useLanguage)\.tsx?$`,
        'lucide-react/dist/esm/createLucideIcon',
      ].join('|'),
    ),
  },
  // By itself, so that a page's code is asked for before the shell has run.
  { name: 'routes', test: /\/web\/src\/(routes\.tsx|shell\/screen\.tsx)$/ },
  // With what nearly every page asks by and writes with.
  {
    name: 'shell',
    test: new RegExp(
      [
        String.raw`/web/src/shell/main\.tsx$`,
        String.raw`/web/src/shared/(grid/column|action/useRefresh|ui/(StateTag|TimeAgo))\.tsx?$`,
        String.raw`/react-query/build/modern/useQuery\.js$`,
        String.raw`/contract/src/(dictCode|system/files)\.ts$`,
      ].join('|'),
    ),
  },
  // Pages show some of the menu's icons too: each of those would be a file of its own; above the list, which they would take along.
  { name: 'icons', test: /\/allMenuIcons\.tsx?$/ },
  {
    name: 'list',
    test: new RegExp(
      [
        String.raw`/web/src/shared/list/(ListPage|ListTabs|filters|StateTabs|useList)\.tsx?$`,
        String.raw`/web/src/shared/action/(useAction|useActs|useBatch|useMasterActs|ActButton|actButtons|ReasonDialog)\.tsx?$`,
        String.raw`/web/src/shared/ui/NewButton\.tsx$`,
        String.raw`/contract/src/kernel/ability\.ts$`,
        String.raw`/web/src/features/printing/usePrint\.tsx$`,
        String.raw`/web/src/features/waybills/asksNotice\.tsx?$`,
      ].join('|'),
    ),
  },
  {
    name: 'form',
    test: /\/web\/src\/shared\/form\/(FormDrawer|FormFrame|inputs|useForm|Choice|DayInput)\.tsx?$/,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // What belongs to which first load, for tools/budgets.mjs.
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // antd's parts do nothing when they are merely imported, but do not say so: one context of the form's took all of it along.
      treeshake: {
        moduleSideEffects: [
          { test: /\/node_modules\/@(rc-component|ant-design)\//, sideEffects: false },
          // The door of a feature only hands on: who takes a word through it does not load the rest.
          { test: /\/src\/features\/.*\/index\.ts$/, sideEffects: false },
        ],
      },
      // The worker stands alone, at an address that never changes: the browser asks for it again by that.
      input: {
        index: `${import.meta.dirname}/index.html`,
        worker: `${import.meta.dirname}/src/shared/offline/worker.ts`,
      },
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [{ name: languageChunk }, { name: vendorChunk }, ...parts].map((group, at, { length }) => ({
            ...group,
            priority: length - at,
          })),
        },
      },
    },
  },
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  preview: { proxy: { '/api': { target: api, changeOrigin: false } } },
})
