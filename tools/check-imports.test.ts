import { describe, expect, it } from 'vitest'
import { checkImports } from './check-imports.mjs'
import { at } from './root.mjs'

describe('the import rules', () => {
  it('each find the one import in the fixture that breaks them, type-only imports too, and nothing else', async () => {
    const { problems } = await checkImports(at('tools/fixtures/imports'))
    expect(problems.sort()).toEqual([
      'contract-alone: contract/src/start.ts → server/src/main.ts',
      'feature-through-its-door: web/src/features/fees/index.ts → web/src/features/waybills/page.ts',
      'feature-through-its-door: web/src/features/warehouse/shipping/index.ts → web/src/features/warehouse/receiving/page.ts',
      'kernel-alone: contract/src/kernel/money.ts → contract/src/pages.ts',
      'module-not-app: server/src/modules/waybills/start.ts → server/src/main.ts',
      'module-through-its-door: server/src/modules/warehouse/shipping/index.ts → server/src/modules/warehouse/receiving/store.ts',
      'module-through-its-door: server/src/modules/waybills/index.ts → server/src/modules/system/store.ts',
      'no-circular: web/src/shared/grid.ts → web/src/shared/row.ts',
      'not in modules/order.ts: server/src/modules/strays',
      'not in modules/order.ts: server/src/modules/warehouse/strays',
      'platform-knows-no-module: server/src/platform/db.ts → server/src/modules/system/index.ts',
      'resolvable: server/src/modules/waybills/nowhere.ts → ./missing.ts',
      'server-not-web: server/src/main.ts → web/src/boot.ts',
      'shared-knows-no-feature: web/src/shared/list.ts → web/src/features/waybills/index.ts',
      'system-imports-only-earlier-modules: server/src/modules/system/early.ts → server/src/modules/waybills/index.ts',
      'warehouse/receiving-imports-only-earlier-modules: server/src/modules/warehouse/receiving/index.ts → server/src/modules/warehouse/shipping/index.ts',
      'web-not-server: web/src/boot.ts → server/src/modules/order.ts',
    ])
  })
})
