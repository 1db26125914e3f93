import type { Readable } from 'node:stream'
import { feeName } from '@xunyun/contract/costs/feeName'
import { wordFor } from '@xunyun/contract/dictionary'
import { Exact, groupedDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import type { lineKinds, StatementDirection } from '@xunyun/contract/statements/states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import { type Column, writeExcel } from '../../platform/excel/write.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import { type Report, tableOf } from '../../platform/report.ts'
import type { SeenId } from '../../platform/scope.ts'
import { pageTexts } from './pageTexts.ts'

/** A statement as Excel and as PDF: a row a waybill (of what we owe a trip or shipment), fees in columns, what is of none and money apart. */

export type Head = {
  readonly id: number
  readonly no: string
  readonly companyName: string
  readonly outletName: string
  readonly direction: StatementDirection
  readonly fromDay: string
  readonly toDay: string
  readonly opening: string
  readonly charges: string
  readonly adjustments: string
  readonly received: string
  readonly closing: string
}
type Line = {
  readonly id: number
  readonly kind: (typeof lineKinds)[number]
  readonly day: string
  readonly ofNo: string | null
  readonly feeItem: string | null
  readonly payPart: string | null
  readonly amount: string
  readonly mark: string | null
  readonly split: Split
  readonly dispute: string | null
  readonly waybillId: number | null
  /** Of what we owe: the trip or shipment that it is of, and the truck. */
  readonly arrangementNo: string | null
  readonly plateNo: string | null
  readonly bizDate: string | null
  readonly customerNo: string | null
  readonly origin: string | null
  readonly destination: string | null
  readonly consignee: string | null
  readonly pieces: number | null
  readonly weight: string | null
  /** The first sending that showed it; null: none has. */
  readonly sending: number | null
}
export type StatedLine = Line

export type Split = { readonly own: string; readonly whole: string } | null
/** 多笔付: others pay the rest of what the waybill was priced at; adjustments stand for themselves. Of a line l. */
export const splitOf = sql`case when l.split_whole is not null and l.kind = 'charge' then json_build_object(
  'own', (sum(l.amount) filter (where l.kind = 'charge') over (partition by l.waybill_id))::numeric(14,2)::text,
  'whole', l.split_whole::text) end`
/** Where all of it is stated there is nothing to say. */
export const partOnly = (split: Split): Split => (split?.own === split?.whole ? null : split)
const splits = titled(
  '多笔付 本方 {own} / 共 {whole}',
  'Split payment: yours {own} of {whole}',
  'Pago repartido: suyo {own} de {whole}',
  '分割払い：貴社分 {own} / 合計 {whole}',
)
export const sayPart = ({ own, whole }: NonNullable<Split>, language: Language): string =>
  splits[language].replace('{own}', groupedDecimal(own)).replace('{whole}', groupedDecimal(whole))

const head = sql`
  s.id, s.no, k.name as "companyName", o.name as "outletName", s.direction, s.from_day as "fromDay", s.to_day as "toDay", s.opening::text, s.charges::text,
  s.adjustments::text, s.received::text, s.closing::text`
/** What a statement says at its head. */
export async function headOf(tx: Tx, id: SeenId): Promise<Head> {
  const { rows } = await sql<Head>`
    select ${head} from statement s join company k on k.id = s.company_id join company o on o.id = s.outlet_id
    -- unscoped: a statement that was found in scope, or by its link
    where s.id = ${id}`.execute(tx)
  return rows[0] as Head
}

/** The same as its latest sending said it: what was taken up since is shown by the next. */
export async function sentHeadOf(tx: Tx, id: SeenId): Promise<Head> {
  const { rows } = await sql<Pick<Head, 'charges' | 'adjustments' | 'received' | 'closing'>>`
    select n.charges::text, n.adjustments::text, n.received::text, n.closing::text from statement_sending n
    -- unscoped: a statement that was found by its link
    where n.statement_id = ${id} order by n.sending desc limit 1`.execute(tx)
  return { ...(await headOf(tx, id)), ...rows[0] }
}

type Which = {
  readonly most?: number
  /** Those that a sending showed. */
  readonly sent?: boolean
}
/** Its lines by day. */
export async function statedLines(tx: Tx, id: SeenId, { most, sent = false }: Which = {}): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.id, l.kind, l.day, l.of_no as "ofNo", l.fee_item as "feeItem", l.pay_part as "payPart", l.amount::text, l.mark, ${splitOf} as split, l.dispute, l.waybill_id as "waybillId",
      l.biz_date as "bizDate", l.customer_no as "customerNo", l.origin, l.destination,
      l.consignee, l.pieces, l.weight::text, l.sending, l.arrangement_no as "arrangementNo", l.plate_no as "plateNo"
    -- unscoped: of a statement that was found in scope, or by its link
    from statement_line l
    where l.statement_id = ${id} and (l.sending is not null or not ${sent})
    order by l.day, l.id ${most === undefined ? sql`` : sql`limit ${most}`}`.execute(tx)
  return rows.map((row) => ({ ...row, split: partOnly(row.split) }))
}

const words = {
  waybills: titled('运单', 'Waybills', 'Guías', '送り状'),
  sheet: titled('对账单', 'Statement', 'Estado de cuenta', '請求明細書'),
  storage: titled('仓储及其他', 'Storage and others', 'Almacenaje y otros', '保管料・その他'),
  money: titled('收款与余额', 'Receipts and balance', 'Cobros y saldo', '入金・残高'),
  day: titled('日期', 'Day', 'Fecha', '日付'),
  no: titled('运单号', 'Waybill no.', 'N.º de guía', '送り状番号'),
  customerNo: titled('客户单号', 'Your no.', 'Su n.º', 'お客様番号'),
  from: titled('起运地', 'From', 'Origen', '発地'),
  to: titled('到达地', 'To', 'Destino', '着地'),
  consignee: titled('收货方', 'Consignee', 'Destinatario', '荷受人'),
  pieces: titled('件数', 'Pieces', 'Bultos', '個数'),
  weight: titled('重量 kg', 'Weight kg', 'Peso kg', '重量 kg'),
  arrangements: titled('运输安排', 'Trips and shipments', 'Viajes y envíos', '輸送手配'),
  arrangementNo: titled('安排单号', 'Trip or shipment', 'Viaje o envío', '手配番号'),
  plateNo: titled('车牌', 'Plate', 'Matrícula', '車番'),
  others: titled('其他费用', 'Other charges', 'Otros cargos', 'その他料金'),
  payments: titled('付款与余额', 'Payments and balance', 'Pagos y saldo', '支払・残高'),
  paid: titled('付款', 'Paid', 'Pagado', '支払'),
  adjustment: titled('调整', 'Adjustments', 'Ajustes', '調整'),
  total: titled('合计', 'Total', 'Total', '合計'),
  remark: titled('备注', 'Remark', 'Observación', '備考'),
  doc: titled('单据号', 'Document', 'Documento', '伝票番号'),
  feeItem: titled('费用项', 'Fee', 'Concepto', '料金項目'),
  amount: titled('金额 元', 'Amount CNY', 'Importe CNY', '金額 元'),
  item: titled('项目', 'Item', 'Concepto', '項目'),
  opening: titled('上期余额', 'Opening', 'Saldo anterior', '前回残高'),
  charges: titled('本期费用', 'Charges', 'Cargos', '今回料金'),
  received: titled('收款', 'Received', 'Cobrado', '入金'),
  closing: titled('期末余额', 'Closing', 'Saldo final', '期末残高'),
}
const remarkOf = (lines: readonly Line[], language: Language): string =>
  [
    ...new Set(
      lines.flatMap(({ mark, split, dispute }) => [
        ...(split === null ? [] : [sayPart(split, language)]),
        ...(mark === null ? [] : [wordFor('statementLineMark', mark, language)]),
        ...(dispute === null ? [] : [dispute]),
      ]),
    ),
  ].join('；')
const sum = (lines: readonly Line[]): string =>
  sumDecimals(
    lines.map(({ amount }) => amount),
    2,
  )
/** Nothing where there is none, so that cells stay empty. */
const sumOrNone = (lines: readonly Line[]): string | null => (lines.length === 0 ? null : sum(lines))
const isOwed = ({ kind }: Line) => kind === 'charge' || kind === 'adjustment'

const periodOf = ({ fromDay, toDay }: Pick<Head, 'fromDay' | 'toDay'>): string =>
  `${fromDay.replaceAll('-', '')}-${toDay.replaceAll('-', '')}`
/** {customer}_{period}_{no} */
export const sheetFileName = (head: Head): string =>
  `${head.companyName}_${periodOf(head)}_${head.no}`.replace(/[\\/:*?"<>|]/g, ' ')

type Sheet = { readonly sheet: string; readonly columns: readonly Column[]; readonly rows: readonly unknown[][] }
type Sheets = { readonly ofWaybills: Sheet; readonly storage: Sheet; readonly money: Sheet }
function sheetsOf({ direction }: Pick<Head, 'direction'>, lines: readonly Line[], language: Language): Sheets {
  const say = (key: keyof typeof words) => words[key][language]
  const isOurs = direction === 'payable'
  // A row a waybill; of what we owe, a row a trip or shipment.
  const rowOf = ({ waybillId, arrangementNo }: Line) => (isOurs ? arrangementNo : waybillId)
  const grouped = [
    ...Map.groupBy(
      lines.filter((line) => isOwed(line) && rowOf(line) !== null),
      rowOf,
    ),
  ]
  // By the day that the row says; lines come by the days of their charges.
  const dayOf = ([line]: readonly Line[]) => (isOurs ? line?.day : line?.bizDate) ?? ''
  grouped.sort(([, some], [, other]) => dayOf(some).localeCompare(dayOf(other)))
  const others = lines.filter((line) => isOwed(line) && rowOf(line) === null)
  const fees = [
    ...new Set(
      grouped.flatMap(([, some]) => some.flatMap(({ kind, feeItem }) => (kind === 'charge' ? [feeItem ?? ''] : []))),
    ),
  ].sort()
  const rows = grouped.map(([, some]) => {
    const first = some[0] as Line
    const feeOf = (item: string) =>
      sumOrNone(some.filter(({ kind, feeItem }) => kind === 'charge' && (feeItem ?? '') === item))
    return [
      ...(isOurs
        ? [first.day, first.arrangementNo, first.plateNo]
        : [
            first.bizDate,
            first.ofNo,
            first.customerNo,
            first.origin,
            first.destination,
            first.consignee,
            first.pieces,
            first.weight,
          ]),
      ...fees.map(feeOf),
      sumOrNone(some.filter(({ kind }) => kind === 'adjustment')),
      sum(some),
      remarkOf(some, language),
    ]
  })
  const text = (key: keyof typeof words, width?: number): Column => ({
    title: say(key),
    type: 'text',
    ...(width === undefined ? {} : { width }),
  })
  return {
    ofWaybills: {
      sheet: say('sheet'),
      columns: [
        { title: say('day'), type: 'date' },
        ...(isOurs
          ? [text('arrangementNo', 18), text('plateNo', 12)]
          : [
              text('no', 18),
              text('customerNo'),
              text('from', 12),
              text('to', 12),
              text('consignee', 18),
              { title: say('pieces'), type: 'integer' } as const,
              { title: say('weight'), type: 'weight' } as const,
            ]),
        ...fees.map((item): Column => ({ title: wordFor('feeItem', item, language), type: 'money' })),
        { title: say('adjustment'), type: 'money' },
        { title: say('total'), type: 'money' },
        text('remark', 30),
      ],
      rows,
    },
    storage: {
      sheet: say(isOurs ? 'others' : 'storage'),
      columns: [
        { title: say('day'), type: 'date' },
        text('doc', 18),
        text('feeItem'),
        { title: say('amount'), type: 'money' },
        text('remark', 30),
      ],
      rows: others.map((line) => [
        line.day,
        line.ofNo,
        feeName({ feeItem: line.feeItem ?? '', payPart: line.payPart }, language),
        line.amount,
        remarkOf([line], language),
      ]),
    },
    money: {
      sheet: say(isOurs ? 'payments' : 'money'),
      columns: [
        text('item'),
        { title: say('day'), type: 'date' },
        text('doc', 18),
        { title: say('amount'), type: 'money' },
      ],
      rows: lines
        .filter((line) => !isOwed(line))
        .map(({ kind, day, ofNo, amount }) => [wordFor('statementLineKind', kind, language), day, ofNo, amount]),
    },
  }
}

/** Its sums below the rows, none under none. */
function withSums({ rows, columns, ...of }: Sheet, title: string): Sheet {
  if (rows.length === 0) return { rows, columns, ...of }
  const sumOf = (at: number): string | null => {
    const values = rows.flatMap((row) => (row[at] === null || row[at] === undefined ? [] : [String(row[at])]))
    return values.length === 0 ? null : values.reduce((all, value) => all.plus(value), new Exact(0)).toFixed()
  }
  const isSummed = ({ type }: Column) => type === 'money' || type === 'integer' || type === 'weight'
  const sums = columns.map((column, at) => (at === 0 ? title : isSummed(column) ? sumOf(at) : null))
  return { rows: [...rows, sums], columns, ...of }
}

export function sheetOfStatement(head: Head, lines: readonly Line[], language: Language): Readable {
  const say = (key: keyof typeof words) => words[key][language]
  const { ofWaybills, storage, money } = sheetsOf(head, lines, language)
  const first = withSums(ofWaybills, say('total'))
  return writeExcel({
    ...first,
    rows: [first.rows],
    also: [
      { ...storage, rows: [storage.rows] },
      {
        ...money,
        rows: [
          [
            [say('opening'), head.fromDay, null, head.opening],
            [say('charges'), null, null, head.charges],
            [say('adjustment'), null, null, head.adjustments],
            ...money.rows,
            [say(head.direction === 'payable' ? 'paid' : 'received'), null, null, head.received],
            [say('closing'), head.toDay, head.no, head.closing],
          ],
        ],
      },
    ],
  })
}

export function reportOfStatement(head: Head, lines: readonly Line[], language: Language): Report {
  const say = (key: keyof typeof words) => words[key][language]
  const { ofWaybills, storage, money } = sheetsOf(head, lines, language)
  const t = pageTexts[language]
  const isOurs = head.direction === 'payable'
  const sums = ['opening', 'charges', 'adjustments', 'received', 'closing'] as const
  return {
    title: `${say('sheet')} ${head.no}`,
    subtitle: head.companyName,
    language,
    facts: [
      [t.customer, head.companyName],
      [fieldWord('statements:column.outletName')[language], head.outletName],
      [t.period, `${head.fromDay} – ${head.toDay}`],
      ...sums.map((key) => [t[key === 'received' && isOurs ? 'paid' : key], groupedDecimal(head[key])] as const),
    ],
    tables: [
      tableOf({ ...ofWaybills, sheet: say(isOurs ? 'arrangements' : 'waybills') }, say('total')),
      tableOf(storage, say('total')),
      tableOf({ ...money, sheet: say(isOurs ? 'paid' : 'received') }),
    ],
  }
}
