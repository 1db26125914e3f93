// The map of ARCHITECTURE.md as rules. Read relative to the working directory, so that tools/fixtures/imports, a small copy of
// the map in which every rule is broken once, is judged by the very same file.
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const orderFile = join(process.cwd(), 'server/src/modules/order.ts')
/** @type {readonly string[]} Each module may import those before it. */
const moduleOrder = existsSync(orderFile) ? require(orderFile).moduleOrder : []

// The warehouse is one house with rooms; each of them is a module and a feature of its own.
const room = '(?:warehouse/[^/]+|(?!warehouse/)[^/]+)'
const inModule = `^server/src/modules/(${room})/`
const inFeature = `^web/src/features/(${room})/`

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule('web-not-server', 'The browser and the server meet in the contract.', '^web/', '^server/'),
    rule('server-not-web', 'The browser and the server meet in the contract.', '^server/', '^web/'),
    rule('contract-alone', 'The contract knows neither side.', '^contract/', '^(web|server|e2e|bench|tools)/'),
    rule(
      'kernel-alone',
      'The kernel imports nothing of ours.',
      '^contract/src/kernel/',
      '^(?!contract/src/kernel/|node_modules/)',
    ),
    rule(
      'platform-knows-no-module',
      'The platform is below every module; app.ts wires what it needs of them.',
      '^server/src/platform/',
      '^server/src/(modules/(?!order\\.ts$)|app\\.ts$|main\\.ts$)',
    ),
    rule(
      'module-through-its-door',
      'A module imports another through its index.ts.',
      inModule,
      `^server/src/modules/(?!$1/)${room}/(?!index\\.ts$)`,
    ),
    ...moduleOrder
      .slice(0, -1)
      .map((name, index) =>
        rule(
          `${name}-imports-only-earlier-modules`,
          'A backward effect is a function wired in app.ts, run in the same transaction.',
          `^server/src/modules/${name}/`,
          `^server/src/modules/(${moduleOrder.slice(index + 1).join('|')})/`,
        ),
      ),
    rule(
      'module-not-app',
      'app.ts and main.ts import the modules.',
      '^server/src/modules/',
      '^server/src/(app|main)\\.ts$',
      {
        pathNot: '\\.test\\.ts$',
      },
    ),
    rule(
      'shared-knows-no-feature',
      'web/src/shared knows no module.',
      '^web/src/shared/',
      '^web/src/(features|shell)/',
    ),
    rule(
      'feature-through-its-door',
      'A feature imports another through its index.ts.',
      inFeature,
      `^web/src/features/(?!$1/)${room}/(?!index\\.tsx?$)`,
    ),
    {
      name: 'no-circular',
      comment: 'What two files both need stands in a third, below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere would pass every other rule.',
      severity: 'error',
      from: {},
      // What Vite's ?url names is an address to fetch from, no module; the build fails when there is no such file.
      to: { couldNotResolve: true, pathNot: '\\.wasm\\?url$' },
    },
  ],
  options: {
    // TypeScript 7 has no parser to lend: without this, 0 modules are seen and nothing is wrong.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^tools/fixtures/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}

function rule(name, comment, from, to, fromExtra = {}) {
  return { name, comment, severity: 'error', from: { path: from, ...fromExtra }, to: { path: to } }
}
