import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/system/categories'
import { may } from '../../../platform/actor.ts'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import * as acts from './acts.ts'
import { categoryTree, listCategories, totalCategories } from './queries.ts'

const columns: readonly ListColumn<calls.CategoryRow>[] = [
  { key: 'code', type: 'text', width: 18, titles: titled('编码', 'Code', 'Código', 'コード') },
  { key: 'name', type: 'text', width: 24, titles: titled('名称', 'Name', 'Nombre', '名称') },
  { key: 'parents', type: 'text', width: 36, titles: titled('上级', 'Parent', 'Superior', '上位') },
  { key: 'children', type: 'integer', width: 10, titles: titled('子级数', 'Below', 'Debajo', '下位数') },
  {
    key: 'enabled',
    type: 'text',
    width: 8,
    titles: titled('启用', 'Enabled', 'Activo', '有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
  { key: 'remark', type: 'text', width: 40, titles: titled('备注', 'Remark', 'Observaciones', '備考') },
  { key: 'updatedByName', type: 'text', titles: titled('修改人', 'Changed by', 'Modificado por', '更新者') },
  { key: 'updatedAt', type: 'moment', titles: titled('修改时间', 'Changed', 'Modificado', '更新日時') },
  { key: 'createdAt', type: 'moment', titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
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
