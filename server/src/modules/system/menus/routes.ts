import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/system/menus'
import { may } from '../../../platform/actor.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import * as acts from './acts.ts'
import { menuColumns } from './columns.ts'
import { listMenus, menusOf, menuTree } from './queries.ts'

/** The menu and its editor. */
export function bindMenus({ bind, exports, records }: Platform): void {
  bind(calls.getFuncTypeAll, ({ tx, actor }) => menuTree(tx, actor))
  bind(calls.getFuncType, ({ tx, actor }, input) => menusOf(tx, actor, input))
  bind(calls.getMenus, ({ tx, actor }, input) => listMenus(tx, actor, input))
  exports.offer(calls.exportMenus, {
    name: (actor) => pageOf('menu').titles[actor.language],
    columns: () => menuColumns,
    page: (tx, actor, input) => listMenus(tx, actor, input),
  })
  bind(calls.addFunType, acts.addFunType)
  bind(calls.changeFuncType, acts.changeFuncType)
  bind(calls.moveMenu, acts.moveMenu)
  bind(calls.approveMenus, acts.approveMenus)
  bind(calls.deleteMenu, acts.deleteMenu)
  bind(calls.getMenuHistory, ({ tx }, input) => historyOf(tx, 'menu', input.id))
  records.register('menu', {
    maySee: async (_, actor) => may(actor, 'menu', 'browse'),
    describe: async (tx, id) => {
      const row = await tx.selectFrom('menu').select('name_zh').where('id', '=', id).executeTakeFirst()
      const name = row?.name_zh ?? String(id)
      return { name, link: `${pageOf('menu').path}?q=${encodeURIComponent(name)}` }
    },
  })
}
