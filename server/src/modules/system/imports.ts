import { type DictionaryType, openTypes } from '@xunyun/contract/dictionary'
import { dictionaryTypes } from '@xunyun/contract/dictionaryTypes'
import type { Input } from '@xunyun/contract/kernel/call'
import { optional, text } from '@xunyun/contract/kernel/wire'
import { addCategory } from '@xunyun/contract/system/categories'
import { saveDictionary } from '@xunyun/contract/system/dictionary'
import * as z from 'zod/mini'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import { importColumn } from '../../platform/import/columns.ts'
import type { Imports } from '../../platform/import/imports.ts'
import { masters } from '../../platform/import/masters.ts'
import { badField } from '../../platform/refusal.ts'
import * as categories from './categories/acts.ts'
import * as dictionary from './dictionary/acts.ts'

/** A type by its key or by what it is called in any of the four languages. */
const typeNamed = (word: string): DictionaryType | undefined =>
  (Object.keys(dictionaryTypes) as DictionaryType[]).find(
    (type) => type === word || Object.values(dictionaryTypes[type]).some((title) => title === word),
  )

/** Entries of open types (RT-12/dictionary); errors of the act are said of the first row it is given, here the only one. */
const dictionaryImport = masters({
  entity: 'dictionary',
  sheet: titled('数据字典', 'Dictionary', 'Diccionario', '区分マスタ'),
  columns: [
    importColumn('type', 18, fieldWord('system:dictionary.type'), { also: ['種類'], required: true }),
    importColumn('code', 18, fieldWord('system:dictionary.code'), { required: true, path: 'rows.0.code' }),
    importColumn('zh', 24, fieldWord('system:label.zh'), { required: true, path: 'rows.0.zh' }),
    importColumn('en', 24, fieldWord('system:label.en'), { path: 'rows.0.en' }),
    importColumn('es', 24, fieldWord('system:label.es'), { path: 'rows.0.es' }),
    importColumn('ja', 24, fieldWord('system:label.ja'), { path: 'rows.0.ja' }),
  ],
  notes: (language) => {
    const types = openTypes.map((type) => dictionaryTypes[type][language])
    return {
      zh: [`可加项的类型：${types.join('、')}`, '已有的编码不导入：到页面上改，或从 Excel 粘贴'],
      en: [
        `Types that take entries: ${types.join(', ')}`,
        'A code that exists is not imported: change it on the page, or paste from Excel',
      ],
      es: [
        `Tipos que admiten entradas: ${types.join(', ')}`,
        'Un código existente no se importa: cámbielo en la página o péguelo desde Excel',
      ],
      ja: [
        `項目を追加できる種類：${types.join('、')}`,
        '登録済みのコードは取り込みません。画面で変更するか Excel から貼り付けてください',
      ],
    }[language]
  },
  schema: saveDictionary.input,
  name: (cell) => `${cell('type')} · ${cell('code')}`,
  read: (_tx, _actor, row) => {
    const type = typeNamed(row.cell('type'))
    if (type === undefined && row.given('type') !== undefined)
      row.refuse('type', 'imports.unknownWord', { word: row.cell('type') })
    const { code, zh, en, es, ja } = Object.fromEntries(
      ['code', 'zh', 'en', 'es', 'ja'].map((key) => [key, row.given(key)]),
    )
    return Promise.resolve({ type, rows: [{ code, zh, en, es, ja }] })
  },
  add: addEntry,
  undo: (tx, actor, ids) => dictionary.deleteDictionary({ tx, actor }, { ids: [...ids] }),
})

async function addEntry(tx: Tx, actor: Actor, input: Input<typeof saveDictionary>): Promise<{ id: number }> {
  await dictionary.saveDictionary({ tx, actor }, input)
  return tx
    .selectFrom('dictionary_entry')
    .select('id')
    .where('type', '=', input.type)
    .where('code', '=', input.rows[0]?.code ?? '')
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
}

const { pid: _, ...own } = addCategory.input.shape

/** Categories with the place they stand at (RT-12/g_code); a row may stand below one of an earlier row. */
const categoryImport = masters({
  entity: 'category',
  sheet: titled('分类', 'Categories', 'Categorías', '分類'),
  columns: [
    importColumn('parents', 36, titled('上级', 'Parent', 'Superior', '上位')),
    importColumn('code', 18, fieldWord('system:dictionary.code'), { required: true }),
    importColumn('name', 24, fieldWord('system:mail.name'), { required: true }),
    importColumn('remark', 40, fieldWord('system:category.remark'), { also: ['Observaciones'] }),
  ],
  notes: (language) =>
    ({
      zh: ['上级从最上一级写起，用 / 隔开，写名称或编码；不写就是最上一级', '上级可以是同一文件里前面的行'],
      en: [
        'The parent from the root on, separated by /, by name or code; left empty it is a root',
        'The parent may stand on an earlier row of the same file',
      ],
      es: [
        'El superior desde la raíz, separado por /, por nombre o código; vacío: es una raíz',
        'El superior puede estar en una fila anterior del mismo archivo',
      ],
      ja: [
        '上位は最上位から / で区切り、名称かコードで書きます。空欄は最上位です',
        '上位は同じファイルの前の行でもかまいません',
      ],
    })[language],
  schema: z.object({ parents: optional(text(400)), ...own }),
  name: (cell) => cell('name'),
  read: (_tx, _actor, row) =>
    Promise.resolve(
      Object.fromEntries(['parents', 'code', 'name', 'remark'].map((key) => [key, row.given(key)] as const)),
    ),
  // Found only now: a row before this one may have made it, in a dry run under another id than in earnest.
  add: async (tx, actor, { parents, ...input }) =>
    categories.addCategory({ tx, actor }, { ...input, pid: await parentNamed(tx, parents) }),
  // What was added later may stand below what was added before it.
  undo: (tx, actor, ids) => categories.deleteCategories({ tx, actor }, { ids: [...ids].sort((a, b) => b - a) }),
})

/** 0 for a root; refused at its cell, where the way there is not known or leads to two. */
async function parentNamed(tx: Tx, parents: string | undefined): Promise<number> {
  let pid = 0
  for (const word of (parents ?? '').split(/[/／>＞›]/)) {
    const name = word.trim()
    if (name === '') continue
    const found = await tx
      .selectFrom('category')
      .select('id')
      .where('is_deleted', '=', false)
      .where('parent_id', pid === 0 ? 'is' : '=', pid === 0 ? null : pid)
      .where((eb) => eb.or([eb('name', '=', name), eb(eb.fn<string>('lower', ['code']), '=', name.toLowerCase())]))
      .limit(2)
      .execute()
    const [only] = found
    if (only === undefined || found.length > 1) throw badField('parents', 'imports.unknownName', { name })
    pid = only.id
  }
  return pid
}

export function offerImports(imports: Imports): void {
  imports.offer('dictionary', dictionaryImport)
  imports.offer('gCode', categoryImport)
}
