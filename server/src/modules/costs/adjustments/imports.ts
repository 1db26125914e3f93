import { newAdjustment } from '@xunyun/contract/costs/adjustments'
import type { Language } from '@xunyun/contract/pages'
import { type Actor, may } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import type { Tx } from '../../../platform/db.ts'
import { titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'
import type { Files } from '../../../platform/files.ts'
import { companyNamed, number } from '../../../platform/import/cells.ts'
import { importColumn } from '../../../platform/import/columns.ts'
import type { ImportKind } from '../../../platform/import/kind.ts'
import { masters } from '../../../platform/import/masters.ts'
import type { RowReader } from '../../../platform/import/rows.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type Kinds, voidApplications } from '../applications.ts'
import { adjustmentColumns } from './columns.ts'
import { addAdjustments } from './create.ts'
import { chargeTargets, storageTargets, type Target, waybillTargets } from './targets.ts'

type Deps = { numbering: Numbering; files: Files; approvals: Approvals; kinds: Kinds }
const undone = '撤销导入'

const notes: Readonly<Record<Language, readonly string[]>> = {
  zh: [
    '一行一条增减，导入后为草稿，到增减列表里提交审核',
    '单号写价格已确认的运单、仓储费的来源单，或已通过的应付：PC、ZX、KD、FY 单号',
    '一个单号有多笔的，按费用项找；往来单位不写为客户，或原收款方',
    '增减写 120 为加，写 -120 为减；不能减到 0 以下',
  ],
  en: [
    'One row an adjustment; they come in as drafts and are sent to review from the list',
    'The number is a waybill whose price is confirmed, the document of a storage charge, or of an approved payable its PC, ZX, KD or FY number',
    'Of several charges the fee item tells which; without a party it is the customer, or whoever is paid',
    '120 is added, -120 taken off; no item falls below 0',
  ],
  es: [
    'Una fila por ajuste; entran como borradores y se envían a revisión desde la lista',
    'El número es una guía con precio confirmado, el documento de un cargo de almacenaje, o el PC, ZX, KD o FY de un cargo por pagar aprobado',
    'Si hay varios cargos, el concepto dice cuál; sin socio, es el cliente o el beneficiario',
    '120 suma, -120 resta; ningún concepto baja de 0',
  ],
  ja: [
    '1 行に 1 件の増減。下書きとして取り込み、一覧から審査に出します',
    '番号は価格確定済みの送り状、保管料の元伝票、または承認済み支払の PC・ZX・KD・FY 番号',
    '一つの番号に複数あるときは費用項目で決まります。取引先を省略すると顧客または支払先',
    '120 は増額、-120 は減額。0 未満にはできません',
  ],
}

/** Adjustments from an Excel file, as drafts: one row one document (RT-16/incOrDec). */
export const adjustmentImport = (deps: Deps): ImportKind => ({
  ...ofOneFile(deps),
  // What was read of one file is forgotten with it.
  check: (tx, actor, rows) => ofOneFile(deps).check(tx, actor, rows),
})

const ofOneFile = ({ numbering, files, approvals, kinds }: Deps): ImportKind => {
  const rowOf = new Map<string, number>()
  return masters(
    {
      entity: 'adjustment',
      sheet: titled('费用增减', 'Adjustments', 'Ajustes', '費用増減'),
      ignored: adjustmentColumns.map(({ titles }) => titles),
      columns: [
        importColumn('ofNo', 18, fieldWord('costs:column.ofNo'), { required: true, path: 'waybillId' }),
        importColumn('feeItem', 12, fieldWord('costs:column.feeItem'), { choices: 'feeItem' }),
        importColumn('party', 24, fieldWord('costs:column.party'), { path: 'companyId' }),
        importColumn('amount', 12, fieldWord('costs:column.change'), { required: true, unit: '元' }),
        importColumn('reason', 30, fieldWord('costs:column.reason'), { required: true }),
      ],
      notes: (language) => notes[language],
      schema: newAdjustment,
      name: (cell) => cell('ofNo'),
      async read(tx, actor, row) {
        const target = await targetNamed(tx, actor, row)
        const feeItem =
          row.word('feeItem', 'feeItem') ?? (target?.items.length === 1 ? target.items[0]?.feeItem : undefined)
        const companyId = await companyNamed(tx, actor, row, 'party')
        if (target !== undefined && feeItem !== undefined) {
          const key = `${target.waybillId}/${target.chargeId}/${feeItem}/${companyId}`
          const earlier = rowOf.get(key)
          if (earlier === undefined) rowOf.set(key, row.row)
          else row.refuse('feeItem', 'imports.duplicateInFile', { row: earlier })
        }
        return {
          waybillId: target?.waybillId ?? undefined,
          chargeId: target?.chargeId ?? undefined,
          feeItem,
          companyId,
          amount: signed(number(row, 'amount')),
          reason: row.given('reason'),
        }
      },
      async add(tx, actor, line, numbers) {
        const act = addAdjustments(numbers, files, approvals, kinds)
        try {
          const { ids } = await act({ tx, actor }, { lines: [line], submit: undefined, fileIds: undefined })
          return { id: ids[0] as number }
        } catch (error) {
          // Of the one line; here it is the row.
          if (!(error instanceof Refusal)) throw error
          const fields = error.fields.map((field) => ({ ...field, path: field.path.replace(/^lines\.0\./, '') }))
          throw new Refusal(error.reason, error.params, fields)
        }
      },
      undo: (tx, actor, ids) => voidApplications(kinds)({ tx, actor }, { ids: [...ids], reason: undone }),
    },
    numbering,
  )
}

/** −120 and (120) are taken off: as it is written in a sheet. */
const signed = (amount: string | undefined): string | undefined =>
  amount?.replace(/^[−－﹣–]/, '-').replace(/^[(（](.+)[)）]$/, '-$1')

/** A waybill, or one charge; where a number has several, the one of the item. */
async function targetNamed(tx: Tx, actor: Actor, row: RowReader): Promise<Target | undefined> {
  const no = row.given('ofNo')?.toUpperCase()
  if (no === undefined) return undefined
  const [waybill] = await waybillTargets(tx, actor, { numbers: [no] })
  if (waybill !== undefined) return waybill
  const charges = [
    ...(await storageTargets(tx, actor, { numbers: [no] })),
    ...(may(actor, 'costView', 'browse') ? await chargeTargets(tx, actor, { numbers: [no] }) : []),
  ]
  if (charges.length === 0) row.refuse('ofNo', 'costs.nothingFound')
  const item = row.word('feeItem', 'feeItem')
  const fitting = charges.filter(({ items }) => item === undefined || items.some(({ feeItem }) => feeItem === item))
  if (charges.length > 0 && fitting.length !== 1)
    row.refuse('feeItem', 'imports.unknownName', { name: row.cell('feeItem') || no })
  return fitting.length === 1 ? fitting[0] : undefined
}
