import { costLine, itemOfPart, type payParts } from '@xunyun/contract/costs/lines'
import { id } from '@xunyun/contract/kernel/wire'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'
import { number } from '../../../platform/import/cells.ts'
import { importColumn } from '../../../platform/import/columns.ts'
import type { ImportKind } from '../../../platform/import/kind.ts'
import { masters } from '../../../platform/import/masters.ts'
import type { RowReader } from '../../../platform/import/rows.ts'
import { scoped } from '../../../platform/scope.ts'
import { unappliedColumns } from '../columns.ts'
import { ofOwnArrangements } from './carried.ts'
import { addCostLine, removeCostLines } from './set.ts'

/** Cost lines of trips, line shipments and parcels, as a carrier's bill or the export of ours has them: one row one line (RT-16/carCostApply). */
export const costLineImport: ImportKind = masters({
  entity: 'costLine',
  sheet: titled('费用', 'Costs', 'Costes', '費用'),
  ignored: unappliedColumns.map(({ titles }) => titles),
  columns: [
    importColumn('arrangementNo', 18, fieldWord('costs:column.arrangementNo'), {
      required: true,
      path: 'arrangementId',
    }),
    importColumn('payPart', 10, titled('分段', 'Part', 'Parte', '区分'), { choices: 'payPart' }),
    importColumn('feeItem', 12, fieldWord('costs:column.feeItem'), { choices: 'feeItem' }),
    importColumn('payee', 24, fieldWord('costs:column.payee'), { path: 'companyId' }),
    importColumn('amount', 12, fieldWord('costs:column.amount'), { required: true, unit: '元' }),
    importColumn('taxRate', 8, fieldWord('costs:column.taxRate'), { unit: '%' }),
  ],
  notes: (language) =>
    ({
      zh: [
        '一行一笔费用；安排单号为本网点的 PC、ZX、KD 单号',
        '分段只用于社会车；写了分段可不写费用项。信息费、罚款写正数，会扣减',
        '收款方写单位名称、简称、编码或司机姓名；不写为承运商，自有车为司机',
        '费用加在已有费用之后；已定总价的社会车，分段合计须仍等于总价',
      ],
      en: [
        'One row a cost; the number is a PC, ZX or KD of your outlet',
        'Parts are of hired trucks; with a part the fee item may be left out. Information fee and penalty are written positive and taken off',
        'The payee is a company by name, short name or code, or a driver by name; none is the carrier, of our own vehicle the driver',
        'They are added to the costs that are there; where a total was agreed the parts must still come to it',
      ],
      es: [
        'Una fila por coste; el número es un PC, ZX o KD de su sede',
        'Las partes son de camiones externos; con parte, el concepto es opcional. El cargo por información y la multa van en positivo y se restan',
        'El beneficiario es una empresa por nombre, nombre corto o código, o un conductor por su nombre; sin él, el transportista, o el conductor del vehículo propio',
        'Se añaden a los costes existentes; si se acordó un total, las partes deben seguir sumándolo',
      ],
      ja: [
        '1 行に 1 費用。番号は自拠点の PC・ZX・KD 番号',
        '区分は傭車だけ。区分があれば費用項目は省略できます。情報料・違約金は正の数で書き、差し引かれます',
        '支払先は会社の名称・略称・コード、または運転手の氏名。省略すると運送会社、自社車両は運転手',
        '既存の費用に追加されます。総額が決まっている傭車は、区分合計が総額と一致する必要があります',
      ],
    })[language],
  schema: z.object({ ...costLine.shape, arrangementId: id }),
  name: (cell) => cell('arrangementNo'),
  async read(tx, actor, row) {
    const payPart = row.word('payPart', 'payPart') as (typeof payParts)[number] | undefined
    return {
      arrangementId: await arrangementNamed(tx, actor, row),
      payPart,
      feeItem: row.word('feeItem', 'feeItem') ?? (payPart && itemOfPart[payPart]),
      ...(await payeeNamed(tx, actor, row)),
      amount: number(row, 'amount'),
      taxRate: number(row, 'taxRate')?.replace(/%$/, ''),
    }
  },
  add: addCostLine,
  undo: removeCostLines,
})

async function arrangementNamed(tx: Tx, actor: Actor, row: RowReader): Promise<number | undefined> {
  const no = row.given('arrangementNo')?.toUpperCase()
  if (no === undefined) return undefined
  // unscoped: the condition of the scope stands inside
  const { rows } = await sql<{ id: number }>`select a.id from arrangement a
    where a.arrangement_no = ${no} and ${ofOwnArrangements(actor)}`.execute(tx)
  if (rows[0] === undefined) row.refuse('arrangementNo', 'kernel.notFound')
  return rows[0]?.id
}

/** A company, else a driver, of which there is one alone of that name. */
async function payeeNamed(
  tx: Tx,
  actor: Actor,
  row: RowReader,
): Promise<{ companyId?: number | undefined; driverId?: number | undefined }> {
  const name = row.given('payee')
  if (name === undefined) return {}
  const companies = await scoped(tx, actor, 'company')
    .select('id')
    .where((eb) => eb.or([eb('name', '=', name), eb('short_name', '=', name), eb('code', '=', name)]))
    .limit(2)
    .execute()
  if (companies.length === 1) return { companyId: companies[0]?.id }
  const drivers =
    companies.length > 0
      ? []
      : await tx
          .selectFrom('driver')
          .select('id')
          .where('name', '=', name)
          .where('is_deleted', '=', false)
          .limit(2)
          .execute()
  if (drivers.length !== 1) row.refuse('payee', 'imports.unknownName', { name })
  return { driverId: drivers[0]?.id }
}
