import { id } from '@xunyun/contract/kernel/wire'
import { positiveQuantity } from '@xunyun/contract/warehouse/masters/quantity'
import * as z from 'zod/mini'
import { titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'
import { companyNamed, number } from '../../../platform/import/cells.ts'
import { importColumn } from '../../../platform/import/columns.ts'
import type { Imports } from '../../../platform/import/imports.ts'
import { type ImportKind, isGood, type SheetRow } from '../../../platform/import/kind.ts'
import { masters } from '../../../platform/import/masters.ts'
import { badField } from '../../../platform/refusal.ts'
import { itemNamed } from '../masters/index.ts'
import { addPart, deleteKits } from './kits.ts'

const owner = importColumn('owner', 22, fieldWord('warehouse/kitting:field.ownerName'), { required: true })
const set = importColumn('itemNo', 18, titled('组合货号', 'Kit', 'Kit', 'セット品番'), {
  required: true,
  path: 'itemId',
})
const part = importColumn('part', 18, fieldWord('warehouse/kitting:field.part'), { required: true, path: 'partId' })

const rows = masters({
  entity: 'kit',
  sheet: titled('组合货号', 'Kits', 'Kits', 'セット品番'),
  columns: [owner, set, part, importColumn('qty', 10, fieldWord('warehouse/kitting:order.qty'), { required: true })],
  notes: (language) =>
    ({
      zh: ['一行一个子件，同一组合货号写多行；数量是一套里的基本单位数', '已有的组合不导入，到页面上改'],
      en: [
        'One part a row, a kit on several rows; the quantity is base units in one set',
        'A kit that exists is not imported: change it on the page',
      ],
      es: [
        'Un componente por fila, un kit en varias filas; la cantidad son unidades base en un kit',
        'Un kit existente no se importa: cámbielo en la página',
      ],
      ja: [
        '1 行に構成品 1 つ。同じセットは複数行に書きます。数量はセット 1 つあたりの基本単位数',
        '登録済みのセットは取り込みません。画面で変更してください',
      ],
    })[language],
  schema: z.object({ itemId: id, partId: id, qty: positiveQuantity }),
  name: (cell) => `${cell('itemNo')} · ${cell('part')}`,
  read: async (tx, actor, row) => {
    const ownerId = await companyNamed(tx, actor, row, 'owner')
    return {
      itemId: (await itemNamed(tx, actor, row, ownerId))?.id,
      partId: (await itemNamed(tx, actor, row, ownerId, 'part'))?.id,
      qty: number(row, 'qty'),
    }
  },
  add: addPart,
  constraints: { kit__item: () => badField('itemId', 'kits.taken') },
  undo: (tx, actor, ids) => deleteKits({ tx, actor }, { ids: [...ids] }),
})

const setOf = ({ cell }: SheetRow) => `${cell('owner')}\n${cell('itemNo').toLowerCase()}`

/** A set comes whole or not at all: where one of its rows is refused, the others are. */
const kitImport: ImportKind = {
  ...rows,
  async check(tx, actor, sheets) {
    const checked = await rows.check(tx, actor, sheets)
    const setsOf = new Map(sheets.map((sheet) => [sheet.row, setOf(sheet)]))
    const broken = new Map(checked.filter((row) => !isGood(row)).map((row) => [setsOf.get(row.row), row.row]))
    for (const row of checked.filter(isGood)) {
      const because = broken.get(setsOf.get(row.row))
      if (because === undefined) continue
      row.errors.push({ column: set, reason: 'kits.importRest', params: { row: because } })
      row.input = undefined
    }
    return checked
  },
}

export function offerImports(imports: Imports): void {
  imports.offer('combination', kitImport)
}
