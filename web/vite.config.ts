import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The dev server stands in front of a running API server; tools/start.mjs says where that one listens.
const api = process.env.XUNYUN_API ?? 'http://127.0.0.1:8080'

const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8')) as { version: string }

/** Of i18n.ts's `lateModules` those that are large, or are read by few. */
const late = new Set(['printing', 'floor', 'outbound'])

/** The few words that the login page needs, everything else in one request, and the late ones: each a chunk a language. */
function languageChunk(id: string): string | null {
  const [, language, file] = /\/locales\/(\w+)\/(\w+)\.json/.exec(id) ?? []
  if (!language || !file) return null
  if (late.has(file)) return `${file}-${language}`
  return file === 'common' || file === 'login' ? `words-${language}` : `texts-${language}`
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // antd's parts do nothing when they are merely imported, but do not say so: one context of the form's took all of it along.
      treeshake: { moduleSideEffects: [{ test: /\/node_modules\/@(rc-component|ant-design)\//, sideEffects: false }] },
      // The worker stands alone, at an address that never changes: the browser asks for it again by that.
      input: {
        index: `${import.meta.dirname}/index.html`,
        worker: `${import.meta.dirname}/src/shared/offline/worker.ts`,
      },
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: [{ name: languageChunk }, { name: vendorChunk }] },
      },
    },
  },
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  preview: { proxy: { '/api': { target: api, changeOrigin: false } } },
})
