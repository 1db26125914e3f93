import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { quotationInput } from '@xunyun/contract/warehouse/billing/quotations'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'
import { companyNamed, day, number } from '../../../platform/import/cells.ts'
import { type ImportColumn, importColumn } from '../../../platform/import/columns.ts'
import { documents } from '../../../platform/import/documents.ts'
import type { ImportKind } from '../../../platform/import/kind.ts'
import type { RowReader } from '../../../platform/import/rows.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { warehouseNamed } from '../masters/index.ts'
import { addQuotation, deleteQuotations } from './quotations.ts'

const head: readonly [ImportColumn, ImportColumn, ...ImportColumn[]] = [
  importColumn('customer', 24, fieldWord('warehouse/billing:field.customerId'), { path: 'customerId', required: true }),
  importColumn('validFrom', 12, fieldWord('warehouse/billing:field.validFrom'), { also: ['From day'], required: true }),
  importColumn('validTo', 12, fieldWord('warehouse/billing:field.validTo')),
  importColumn('owners', 24, fieldWord('warehouse/billing:field.ownerIds'), {
    also: ['Cargo owners'],
    path: 'ownerIds',
  }),
  importColumn('warehouse', 14, fieldWord('warehouse/billing:field.warehouseId'), { path: 'warehouseId' }),
  importColumn('remark', 24, fieldWord('warehouse/billing:field.remark')),
]
const line: readonly ImportColumn[] = [
  importColumn('feeItem', 14, fieldWord('warehouse/billing:field.feeItem'), {
    required: true,
    choices: 'feeItem',
  }),
  importColumn('trigger', 10, titled('触发', 'Charged for', 'Por', '課金対象'), {
    required: true,
    choices: 'billingTrigger',
  }),
  importColumn('basis', 10, fieldWord('warehouse/billing:field.basis'), { required: true, choices: 'billingBasis' }),
  importColumn('timeUnit', 10, fieldWord('warehouse/billing:field.timeUnit'), { choices: 'billingTimeUnit' }),
  importColumn('volumeMethod', 10, titled('计量法', 'Method', 'Método', '計量方法'), { choices: 'volumeMethod' }),
  importColumn('freeDays', 10, fieldWord('warehouse/billing:field.freeDays')),
  importColumn('rate', 10, titled('单价', 'Unit price', 'Precio unitario', '単価'), {
    also: ['Rate', 'Tarifa'],
    unit: '元',
  }),
  importColumn('tiers', 28, titled('阶梯', 'Tiers', 'Tramos', '段階')),
  importColumn('tierMode', 10, fieldWord('warehouse/billing:field.tierMode'), { choices: 'tierMode' }),
  importColumn('minCharge', 10, titled('最低', 'Minimum', 'Mínimo', '最低額'), { also: ['下限'], unit: '元' }),
  importColumn('maxCharge', 10, titled('最高', 'Maximum', 'Máximo', '最高額'), { also: ['上限'], unit: '元' }),
  importColumn('taxRate', 8, titled('税率', 'Tax rate', 'Tasa de IVA', '税率'), {
    also: ['Tax', 'IVA', '消費税率'],
    unit: '%',
  }),
]

/** Several names of one cell, as people part them. */
const partsOf = (text: string): string[] =>
  text
    .split(/[;；、\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** `0-100=2；100-=1.5` → tiers, [from, to) at a rate; what is not understood is refused by its own words. */
function tiersIn(row: RowReader): { from: string; to?: string; price: string }[] | undefined {
  const text = row.given('tiers')
  if (text === undefined) return undefined
  const tiers: { from: string; to?: string; price: string }[] = []
  for (const part of partsOf(text)) {
    const found = /^([\d.]+)[-~]([\d.]*)[=:]([\d.]+)$/.exec(
      toHalfWidth(part)
        .replace(/[\s,]/g, '')
        .replace(/[—–〜]/g, '-'),
    )
    if (found === null) row.refuse('tiers', 'warehouseBilling.tierText', { text: part })
    else {
      const [, from = '', to = '', price = ''] = found
      tiers.push({ from, ...(to === '' ? {} : { to }), price })
    }
  }
  return tiers
}

async function ownersIn(tx: Tx, actor: Actor, row: RowReader): Promise<number[] | undefined> {
  const ids: number[] = []
  for (const name of partsOf(row.cell('owners'))) {
    const id = await companyNamed(tx, actor, { ...row, given: () => name }, 'owners')
    if (id !== undefined) ids.push(id)
  }
  return ids.length === 0 ? undefined : ids
}

/** Customers' rates from an Excel file, as drafts: a row a charge (RT-18/quotation). */
export const quotationImport = (numbering: Numbering): ImportKind =>
  documents(
    {
      entity: 'quotation',
      sheet: titled('客户报价', 'Customer rates', 'Tarifas de clientes', '顧客料金'),
      head,
      together: ['customer', 'validFrom', 'owners', 'warehouse'],
      line,
      into: 'items',
      counts: (reason) => (reason === 'warehouseBilling.twice' ? ['row', 'first'] : []),
      notes: (language) =>
        ({
          zh: [
            '一行一个收费项目；客户、生效日、货主、仓库都相同的行为同一报价',
            '货主不写为客户自己，多个货主用；隔开；仓库不写为全部仓库',
            '阶梯写成 0-100=2；100-500=1.6；500-=1.2，写了阶梯就不写单价',
            '仓储写时间单位，按月的再写计量法',
            '导入后为草稿，提交审核后生效',
          ],
          en: [
            'A row is a charge; rows of one customer, first day, owners and warehouse are one quotation',
            "Without owners it is for the customer's own goods, several owners are parted by ;  Without a warehouse it holds in all",
            'Tiers are written 0-100=2; 100-500=1.6; 500-=1.2 and take the place of the rate',
            'Storage has a time unit, and by the month a method',
            'They come in as drafts and are in force once reviewed',
          ],
          es: [
            'Cada fila es un cargo; las filas del mismo cliente, inicio, propietarios y almacén son una tarifa',
            'Sin propietarios vale para lo del propio cliente, varios se separan con ;  Sin almacén vale en todos',
            'Los tramos se escriben 0-100=2; 100-500=1.6; 500-=1.2 y sustituyen a la tarifa',
            'El almacenaje lleva unidad de tiempo y, por mes, un método',
            'Entran como borradores y rigen tras la revisión',
          ],
          ja: [
            '1 行が 1 課金項目。顧客・開始日・荷主・倉庫がすべて同じ行は同じ料金表',
            '荷主を省略すると顧客自身の貨物、複数は；で区切る。倉庫を省略すると全倉庫',
            '段階は 0-100=2；100-500=1.6；500-=1.2 の形で書き、単価は書かない',
            '保管には期間単位、月単位なら計量方法も必要',
            '下書きとして取り込まれ、承認後に有効になります',
          ],
        })[language],
      schema: quotationInput,
      readHead: async (tx, actor, row) => ({
        customerId: await companyNamed(tx, actor, row, 'customer'),
        ownerIds: await ownersIn(tx, actor, row),
        warehouseId: await warehouseNamed(tx, actor, row),
        validFrom: day(row, 'validFrom'),
        validTo: day(row, 'validTo'),
        remark: row.given('remark'),
      }),
      readLine: (_tx, _actor, row) =>
        Promise.resolve({
          feeItem: row.word('feeItem', 'feeItem'),
          trigger: row.word('trigger', 'billingTrigger'),
          basis: row.word('basis', 'billingBasis'),
          timeUnit: row.word('timeUnit', 'billingTimeUnit'),
          volumeMethod: row.word('volumeMethod', 'volumeMethod'),
          tiers: tiersIn(row),
          tierMode: row.word('tierMode', 'tierMode'),
          ...Object.fromEntries(
            ['freeDays', 'rate', 'minCharge', 'maxCharge', 'taxRate'].map((key) => [key, number(row, key)]),
          ),
        }),
      add: (tx, actor, input, numbers) => addQuotation(numbers)({ tx, actor }, input),
      undo: (tx, actor, ids) => deleteQuotations({ tx, actor }, { ids: [...ids] }),
    },
    numbering,
  )
