import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/system/categories'
import { may } from '../../../platform/actor.ts'
import { type ListColumn, listColumn, titled, yes } from '../../../platform/excel/list.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import * as acts from './acts.ts'
import { categoryTree, listCategories, totalCategories } from './queries.ts'

const columns: readonly ListColumn<calls.CategoryRow>[] = [
  listColumn('system:category.code', 'text', { width: 18 }),
  listColumn('system:mail.name', 'text', { width: 24 }),
  listColumn('system:category.parent', 'text', { key: 'parents', width: 36 }),
  listColumn('system:category.children', 'integer', { width: 10 }),
  {
    key: 'enabled',
    type: 'text',
    width: 8,
    titles: titled('启用', 'Enabled', 'Activo', '有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
  listColumn('system:category.remark', 'text', { width: 40 }),
  listColumn('system:role.changedBy', 'text', { key: 'updatedByName' }),
  listColumn('system:category.changedAt', 'moment', { key: 'updatedAt' }),
  listColumn('system:user.created', 'moment', { key: 'createdAt' }),
]

/** g_code: trees of categories. */
export function bindCategories({ bind, exports, records }: Platform): void {
  bind(calls.getCategoryTree, ({ tx }) => categoryTree(tx))
  bind(calls.getCategories, ({ tx, actor }, input) => listCategories(tx, actor, input))
  bind(calls.getCategoryTotals, ({ tx }, input) => totalCategories(tx, input))
  exports.offer(calls.exportCategories, {
    name: (actor) => pageOf('gCode').titles[actor.language],
    columns: () => columns,
    page: (tx, actor, input, request) => listCategories(tx, actor, { ...input, ...request }),
  })
  bind(calls.addCategory, acts.addCategory)
  bind(calls.changeCategory, acts.changeCategory)
  bind(calls.moveCategory, acts.moveCategory)
  bind(calls.setCategoriesEnabled, acts.setCategoriesEnabled)
  bind(calls.deleteCategories, acts.deleteCategories)
  bind(calls.getCategoryHistory, ({ tx }, input) => historyOf(tx, 'category', input.id))
  records.register('category', {
    maySee: async (_, actor) => may(actor, 'gCode', 'browse'),
    describe: async (tx, id) => {
      const row = await tx.selectFrom('category').select('name').where('id', '=', id).executeTakeFirst()
      return { name: row?.name ?? String(id), link: `${pageOf('gCode').path}/${id}` }
    },
  })
}
