import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/system/dictionary'
import { may } from '../../../platform/actor.ts'
import { type ListColumn, listColumn, titled, yes } from '../../../platform/excel/list.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ownWords } from '../../../platform/words.ts'
import * as acts from './acts.ts'
import { exportEntries, listEntries, listTypes } from './queries.ts'

const columns: readonly ListColumn<calls.EntryRow>[] = [
  { key: 'type', type: 'text', width: 18, titles: titled('类型', 'Type', 'Tipo', '種類') },
  listColumn('system:category.code', 'text', { width: 18 }),
  { key: 'zh', type: 'text', width: 24, titles: titled('中文', 'Chinese', 'Chino', '中国語') },
  { key: 'en', type: 'text', width: 24, titles: titled('英文', 'English', 'Inglés', '英語') },
  { key: 'es', type: 'text', width: 24, titles: titled('西班牙文', 'Spanish', 'Español', 'スペイン語') },
  { key: 'ja', type: 'text', width: 24, titles: titled('日文', 'Japanese', 'Japonés', '日本語') },
  { key: 'sort', type: 'integer', width: 8, titles: titled('排序', 'Order', 'Orden', '並び順') },
  {
    key: 'system',
    type: 'text',
    width: 8,
    titles: titled('系统', 'System', 'Sistema', '標準'),
    value: ({ system }, language) => yes(system, language),
  },
  {
    key: 'enabled',
    type: 'text',
    width: 8,
    titles: titled('启用', 'Enabled', 'Activo', '有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
  { key: 'used', type: 'integer', width: 10, titles: titled('在用', 'In use', 'En uso', '使用中') },
]

/** The company's words. */
export function bindDictionary({ bind, exports, records }: Platform): void {
  bind(calls.getWords, async ({ tx }, input) => {
    const { version, types } = await ownWords(tx)
    return { version, types: version === input.version ? null : (types as never) }
  })
  bind(calls.getDictionaryTypes, ({ tx, actor }) => listTypes(tx, actor))
  bind(calls.getDictionary, ({ tx, actor }, input) => listEntries(tx, actor, input.type))
  exports.offer(calls.exportDictionary, {
    name: (actor) => pageOf('dictionary').titles[actor.language],
    columns: () => columns,
    page: async (tx, actor, input) => ({ rows: await exportEntries(tx, actor, input.type), next: null }),
  })
  bind(calls.saveDictionary, acts.saveDictionary)
  bind(calls.sortDictionary, acts.sortDictionary)
  bind(calls.setDictionaryEnabled, acts.setDictionaryEnabled)
  bind(calls.deleteDictionary, acts.deleteDictionary)
  bind(calls.getDictionaryHistory, ({ tx }, input) => historyOf(tx, 'dictionary', input.id))
  records.register('dictionary', {
    maySee: async (_, actor) => may(actor, 'dictionary', 'browse'),
    describe: async (tx, id) => {
      const row = await tx
        .selectFrom('dictionary_entry')
        .select(['type', 'label_zh'])
        .where('id', '=', id)
        .executeTakeFirst()
      return { name: row?.label_zh ?? String(id), link: `${pageOf('dictionary').path}?type=${row?.type ?? ''}` }
    },
  })
}
