import { subtractDecimal } from '@xunyun/contract/kernel/decimal'
import { id, lines, money, optional } from '@xunyun/contract/kernel/wire'
import { exportPriceSheet, type WaybillRow } from '@xunyun/contract/waybills/calls'
import { yesNo } from '@xunyun/contract/yesNo'
import * as z from 'zod/mini'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Exports } from '../../../platform/excel/exports.ts'
import { type ListColumn, listColumn, type PageRequest, titled } from '../../../platform/excel/list.ts'
import { number } from '../../../platform/import/cells.ts'
import { importColumn } from '../../../platform/import/columns.ts'
import type { ImportKind } from '../../../platform/import/kind.ts'
import { masters } from '../../../platform/import/masters.ts'
import type { RowReader } from '../../../platform/import/rows.ts'
import { ofOwnOutlet, scoped } from '../../../platform/scope.ts'
import { listWaybills } from '../queries.ts'
import { takeAnswer, takeAnswersBack } from './answers.ts'

/** The sheet of prices that goes to a customer, and the same sheet with the answers. */

const others = ({ receivable, freight }: WaybillRow): string => subtractDecimal(receivable ?? '0', freight ?? '0', 2)

const titles = {
  waybillNo: titled('运单号', 'Waybill no.', 'N.º de guía', '送り状番号'),
  receivable: titled('运费合计(元)', 'To pay(CNY)', 'A pagar(CNY)', '運賃合計(元)'),
  answer: titled('答复', 'Answer', 'Respuesta', '回答'),
  remark: titled('意见', 'Opinion', 'Opinión', '意見'),
}

export const sheetName = titled('运费确认单', 'Freight to confirm', 'Fletes por confirmar', '運賃確認書')

/** What a customer answers; other words are understood as well (`agreed`). */
const answers = {
  zh: ['同意', '不同意'],
  en: ['Agreed', 'Disputed'],
  es: ['De acuerdo', 'Rechazo'],
  ja: ['同意します', '異議'],
} as const

/** What the sheet says of each waybill. */
export const sheetColumns: readonly ListColumn<WaybillRow>[] = [
  { key: 'waybillNo', type: 'text', width: 16, titles: titles.waybillNo },
  listColumn('waybills:column.customerNo', 'text', { width: 18 }),
  listColumn('waybills:column.bizDate', 'date', { width: 12 }),
  { key: 'shipperCity', type: 'text', width: 10, titles: titled('起运', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', width: 10, titles: titled('到达', 'To', 'Destino', '着地') },
  listColumn('waybills:column.consigneeName', 'text', { key: 'consigneeName', width: 12 }),
  listColumn('waybills:column.goodsName', 'text', { key: 'goodsName', width: 18 }),
  listColumn('waybills:column.pieces', 'integer', { width: 8 }),
  listColumn('waybills:column.weight', 'weight', { width: 12, unit: 'kg' }),
  listColumn('waybills:column.volume', 'volume', { width: 12, unit: 'm³' }),
  listColumn('waybills:column.chargeWeight', 'weight', { width: 12, unit: 'kg' }),
  listColumn('waybills:column.freight', 'money', { width: 12, unit: '元' }),
  {
    key: 'others',
    type: 'money',
    width: 12,
    titles: titled('其他费用 元', 'Other fees CNY', 'Otros CNY', 'その他 元'),
    value: others,
  },
  { key: 'receivable', type: 'money', width: 14, titles: titles.receivable },
  {
    key: 'answer',
    type: 'text',
    width: 10,
    titles: titles.answer,
    value: () => '',
    choices: (language) => answers[language],
  },
  { key: 'remark', type: 'text', width: 28, titles: titles.remark, value: () => '' },
]

/** Prices of one customer that wait for its word, in its words. */
export const offerPriceSheet = (exports: Exports): void =>
  exports.offer(exportPriceSheet, {
    name: (actor, { customerName }) =>
      customerName === undefined ? sheetName[actor.language] : `${sheetName[actor.language]}-${customerName}`,
    columns: () => sheetColumns,
    page: (tx, actor, input, request) => pageOfSheet(tx, actor, input, request),
  })

/** One customer's prices, of those asked for, that wait for its word. */
export const pageOfSheet = (
  tx: Tx,
  actor: Actor,
  { customerId, ids }: { customerId: number; ids: readonly number[] },
  request: PageRequest,
) =>
  listWaybills(tx, actor, {
    customerId,
    ids: [...ids],
    priceTab: 'reviewed',
    sort: 'bizDate',
    dir: 'asc',
    ...request,
    page: undefined,
  })

/** 同意, 确认, 是 … and their opposites, in the four languages; undefined for anything else. */
export function agreed(text: string): boolean | undefined {
  const said = text.trim().toLowerCase()
  if (
    ['同意', '确认', '可以', '无误', 'ok', 'agreed', 'agree', 'de acuerdo', 'acepto', '同意します', '了承'].includes(
      said,
    )
  )
    return true
  if (
    [
      '不同意',
      '有异议',
      '异议',
      '不对',
      'disputed',
      'disagree',
      'no de acuerdo',
      'rechazo',
      '不同意します',
      '異議',
    ].includes(said)
  )
    return false
  return said === '' ? undefined : yesNo(text)
}

const undone = '撤销导入'

export const answerImport: ImportKind = masters({
  entity: 'priceAnswer',
  sheet: sheetName,
  ignored: sheetColumns.map((column) => column.titles),
  columns: [
    importColumn('waybillNo', 16, titled('运单号', 'Waybill no.', 'N.º de guía', '送り状番号'), {
      required: true,
      path: 'id',
    }),
    importColumn('receivable', 14, titled('运费合计', 'To pay', 'A pagar', '運賃合計'), { unit: '元' }),
    importColumn('answer', 10, titled('答复', 'Answer', 'Respuesta', '回答'), { required: true, path: 'agrees' }),
    importColumn('remark', 28, titled('意见', 'Opinion', 'Opinión', '意見'), { also: ['Remark', 'Observación'] }),
  ],
  notes: (language) =>
    ({
      zh: [
        '用“发客户”下载的表，客户填好答复和意见后原样导入',
        '答复写同意或不同意；不同意要写意见。同意的确认价格，不同意的列在“有异议”里',
        '写了运费合计的，须与现在的价格一致',
      ],
      en: [
        'The sheet that went to the customer, with answer and opinion filled in',
        'The answer is agreed or disputed; a dispute says why. What is agreed is confirmed, the rest stands under “disputed”',
        'Where the amount is given it must be the price of now',
      ],
      es: [
        'La hoja enviada al cliente, con respuesta y opinión',
        'La respuesta es “de acuerdo” o “rechazo”; el rechazo lleva motivo. Lo aceptado se confirma; lo demás queda como disputado',
        'Si figura el importe, debe ser el precio actual',
      ],
      ja: [
        '顧客へ送った表に回答と意見を記入して取り込みます',
        '回答は「同意」か「異議」。異議には意見が必要です。同意分は確定、それ以外は「異議あり」に入ります',
        '運賃合計がある場合は現在の価格と一致させてください',
      ],
    })[language],
  schema: z.object({
    id,
    agrees: z.boolean('field.required'),
    receivable: optional(money),
    remark: optional(lines(300)),
  }),
  name: (cell) => cell('waybillNo'),
  async read(tx, actor, row) {
    const agrees = agreed(row.cell('answer'))
    if (agrees === undefined && row.given('answer') !== undefined)
      row.refuse('answer', 'imports.unknownWord', { word: row.cell('answer') })
    return {
      id: await waybillNamed(tx, actor, row),
      agrees,
      receivable: number(row, 'receivable'),
      remark: row.given('remark'),
    }
  },
  add: takeAnswer,
  undo: (tx, actor, ids) => takeAnswersBack(tx, actor, ids, undone),
})

async function waybillNamed(tx: Tx, actor: Actor, row: RowReader): Promise<number | undefined> {
  const no = row.given('waybillNo')
  if (no === undefined) return undefined
  const found = await scoped(tx, actor, 'waybill')
    .select('id')
    .where(ofOwnOutlet(actor))
    .where('waybill_no', '=', no.toUpperCase())
    .executeTakeFirst()
  if (found === undefined) row.refuse('waybillNo', 'kernel.notFound')
  return found?.id
}
