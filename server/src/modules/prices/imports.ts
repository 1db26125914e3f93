import { priceInput } from '@xunyun/contract/prices/calls'
import { yesNo } from '@xunyun/contract/yesNo'
import { titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import { companyNamed, day, number, region } from '../../platform/import/cells.ts'
import { type ImportColumn, importColumn } from '../../platform/import/columns.ts'
import { documents } from '../../platform/import/documents.ts'
import type { ImportKind } from '../../platform/import/kind.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { addTransportPrice, deleteTransportPrices } from './prices.ts'

const head: readonly [ImportColumn, ImportColumn, ...ImportColumn[]] = [
  importColumn('company', 24, fieldWord('prices:field.companyId'), {
    also: ['Partner', 'Socio', '单位', '会社'],
    path: 'companyId',
  }),
  importColumn('name', 24, fieldWord('prices:field.name'), { also: ['名称'], required: true }),
  importColumn('direction', 8, fieldWord('prices:field.direction'), {
    also: ['收付方向', '収支'],
    choices: 'priceDirection',
  }),
  importColumn('fromRegion', 20, fieldWord('prices:field.from'), { also: ['起运地'] }),
  importColumn('toRegion', 20, fieldWord('prices:field.to'), { also: ['到达地'] }),
  importColumn('transMode', 10, fieldWord('prices:field.transMode'), {
    also: ['輸送モード', '輸送方法'],
    choices: 'transMode',
  }),
  importColumn('serviceType', 10, fieldWord('prices:field.serviceType'), {
    also: ['服务类型'],
    choices: 'serviceType',
  }),
  importColumn('vehicleModel', 12, fieldWord('prices:field.vehicleModel'), {
    also: ['Vehicle', 'Vehículo', 'Modelo de vehículo'],
    choices: 'vehicleModel',
  }),
  importColumn('goodsType', 10, fieldWord('prices:field.goodsType'), { also: ['货物类型'], choices: 'goodsType' }),
  importColumn('basis', 10, fieldWord('prices:field.basis'), {
    also: ['Base de cobro'],
    required: true,
    choices: 'priceBasis',
  }),
  importColumn('weightUnit', 10, fieldWord('prices:field.weightUnit')),
  importColumn('volumeRatio', 10, fieldWord('prices:field.volumeRatio'), {
    also: ['Factor volumétrico'],
    unit: 'kg/m³',
  }),
  importColumn('volumeDivisor', 10, fieldWord('prices:field.volumeDivisor'), {
    also: ['抛重系数', 'Volume divisor', 'Divisor volumétrico'],
  }),
  importColumn('unitPrice', 10, fieldWord('prices:field.unitPrice'), { also: ['Rate', 'Tarifa'], unit: '元' }),
  importColumn('volumePrice', 10, fieldWord('prices:field.volumePrice'), {
    also: ['体积单价', 'Rate per m³', 'Tarifa por m³'],
    unit: '元',
  }),
  importColumn('tierMode', 8, fieldWord('prices:field.tierMode'), { also: ['Tiers', 'Tramos'], choices: 'tierMode' }),
  importColumn('lowBreak', 8, fieldWord('prices:field.lowBreak'), { also: ['Lower break', 'Tramo menor', '有利段階'] }),
  importColumn('firstQty', 8, fieldWord('prices:field.firstQty'), { also: ['First', '初重'], unit: 'kg' }),
  importColumn('firstPrice', 10, fieldWord('prices:field.firstPrice'), {
    also: ['Precio inicial', '初重料金'],
    unit: '元',
  }),
  importColumn('stepQty', 8, fieldWord('prices:field.stepQty'), {
    also: ['Step', 'Peso adicional', '追加重量'],
    unit: 'kg',
  }),
  importColumn('stepPrice', 10, fieldWord('prices:field.stepPrice'), {
    also: ['Step price', 'Precio adicional', '追加料金'],
    unit: '元',
  }),
  importColumn('rounding', 12, fieldWord('prices:field.rounding'), { also: ['进位规则'], choices: 'priceRounding' }),
  importColumn('minCharge', 10, fieldWord('prices:field.minCharge'), { unit: '元' }),
  importColumn('maxCharge', 10, fieldWord('prices:field.maxCharge'), { unit: '元' }),
  importColumn('leadDays', 8, fieldWord('prices:field.leadDays')),
  importColumn('taxRate', 8, fieldWord('prices:field.taxRate'), { also: ['Impuesto'], unit: '%' }),
  importColumn('validFrom', 12, fieldWord('prices:field.validFrom'), {
    also: ['From day', '生效日期', 'Vigente desde', '適用開始'],
    required: true,
  }),
  importColumn('validTo', 12, fieldWord('prices:field.validTo'), {
    also: ['To day', '失效日期', 'Vigente hasta', '適用終了'],
  }),
  importColumn('remark', 24, fieldWord('prices:field.remark')),
]
const line: readonly ImportColumn[] = [
  importColumn('tierFrom', 10, titled('阶梯起', 'Tier from', 'Tramo desde', '段階開始'), { path: 'from' }),
  importColumn('tierTo', 10, titled('阶梯止', 'Tier to', 'Tramo hasta', '段階終了'), { path: 'to' }),
  importColumn('tierPrice', 10, titled('阶梯单价', 'Tiered rate', 'Tarifa por tramos', '段階単価'), {
    also: ['Tier rate', 'Tarifa del tramo'],
    path: 'price',
    unit: '元',
  }),
]

/** kg and t, and what people write for them. */
const weightUnits: Readonly<Record<string, string>> = {
  kg: 'kg',
  公斤: 'kg',
  千克: 'kg',
  t: 't',
  吨: 't',
  トン: 't',
}

/** Rates from an Excel file, as drafts: a row a tier (RT-10/transportPrice). */
export const priceImport = (numbering: Numbering): ImportKind =>
  documents(
    {
      entity: 'transportPrice',
      sheet: titled('运输报价', 'Freight rates', 'Tarifas de flete', '運賃表'),
      head,
      line,
      into: 'tiers',
      notes: (language) =>
        ({
          zh: [
            '一行一个阶梯；单位和名称相同的行为同一报价，没有阶梯的报价只写一行',
            '单位不写为公共报价；收付方向不写为应收；重量单位写 kg 或 t',
            '导入后为草稿，提交审核后生效',
          ],
          en: [
            'A row is a tier; rows of one company and name are one price; a price without tiers has one row',
            'Without a company it is public; without a direction receivable; the weight unit is kg or t',
            'They come in as drafts and are in force once reviewed',
          ],
          es: [
            'Cada fila es un tramo; las filas de la misma empresa y nombre son una tarifa; sin tramos basta una fila',
            'Sin empresa es pública; sin sentido, por cobrar; la unidad de peso es kg o t',
            'Entran como borradores y rigen tras la revisión',
          ],
          ja: [
            '1 行が 1 段階。会社と名称が同じ行は同じ運賃、段階のない運賃は 1 行だけ',
            '会社を省略すると公開運賃、収支を省略すると売上、重量単位は kg か t',
            '下書きとして取り込まれ、承認後に有効になります',
          ],
        })[language],
      schema: priceInput,
      async readHead(tx, actor, row) {
        const unit = row.given('weightUnit')
        const lowBreak = row.given('lowBreak') === undefined ? undefined : yesNo(row.cell('lowBreak'))
        if (row.given('lowBreak') !== undefined && lowBreak === undefined)
          row.refuse('lowBreak', 'imports.unknownWord', { word: row.cell('lowBreak') })
        return {
          companyId: await companyNamed(tx, actor, row, 'company'),
          name: row.given('name'),
          direction: row.word('direction', 'priceDirection') ?? 'receivable',
          fromRegion: region(row, 'fromRegion'),
          toRegion: region(row, 'toRegion'),
          transMode: row.word('transMode', 'transMode'),
          serviceType: row.word('serviceType', 'serviceType'),
          vehicleModel: row.word('vehicleModel', 'vehicleModel'),
          goodsType: row.word('goodsType', 'goodsType'),
          basis: row.word('basis', 'priceBasis'),
          weightUnit: unit && (weightUnits[unit.toLowerCase()] ?? unit),
          ...Object.fromEntries(
            [
              'volumeRatio',
              'volumeDivisor',
              'unitPrice',
              'volumePrice',
              'firstQty',
              'firstPrice',
              'stepQty',
              'stepPrice',
              'minCharge',
              'maxCharge',
              'leadDays',
              'taxRate',
            ].map((key) => [key, number(row, key)]),
          ),
          tierMode: row.word('tierMode', 'tierMode'),
          lowBreak,
          rounding: row.word('rounding', 'priceRounding'),
          validFrom: day(row, 'validFrom'),
          validTo: day(row, 'validTo'),
          remark: row.given('remark'),
        }
      },
      readLine: (_tx, _actor, row) =>
        Promise.resolve(
          line.some(({ key }) => row.given(key) !== undefined)
            ? { from: number(row, 'tierFrom'), to: number(row, 'tierTo'), price: number(row, 'tierPrice') }
            : undefined,
        ),
      add: (tx, actor, input) => addTransportPrice({ tx, actor }, input),
      undo: (tx, actor, ids) => deleteTransportPrices({ tx, actor }, { ids: [...ids] }),
    },
    numbering,
  )
