import type { Readable } from 'node:stream'
import { dictionary, wordFor } from '@xunyun/contract/dictionary'
import { sayReason } from '@xunyun/contract/errors'
import type { Language } from '@xunyun/contract/pages'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { markErrors } from '../../../platform/excel/mark.ts'
import { writeExcel } from '../../../platform/excel/write.ts'
import type { Files } from '../../../platform/files.ts'
import { headerOf, importColumns } from './columns.ts'
import { checkFile, maxImportRows } from './importFile.ts'

const texts = {
  sheet: { zh: '运单', en: 'Waybills', es: 'Guías', ja: '送り状' },
  notes: { zh: '填写说明', en: 'Instructions', es: 'Instrucciones', ja: '記入方法' },
  error: { zh: '错误说明', en: 'Errors', es: 'Errores', ja: 'エラー内容' },
} as const

const lines: Record<
  Language,
  (words: (type: 'deliveryWay' | 'payMethod' | 'receiptRequirement' | 'package') => string) => string[]
> = {
  zh: (words) => [
    '带 * 的列必填；客户须是已有客户，名称一字不差',
    '同一文件里客户单号不能重复；已开过的客户单号不会再开一次',
    '日期可写 2026-11-20、2026/11/20、2026年11月20日',
    '省、市、区县都空时，从地址开头识别地区',
    '件数为正整数；重量 kg，最多 3 位小数；体积 m³，最多 4 位小数；金额元，2 位小数',
    `送货方式：${words('deliveryWay')}`,
    `付款方式：${words('payMethod')}`,
    `回单要求：${words('receiptRequirement')}`,
    `包装：${words('package')}`,
  ],
  en: (words) => [
    'Columns with * are required; the customer must exist, its name to the letter',
    'A customer number may stand once in a file, and is never placed twice',
    'Dates: 2026-11-20, 2026/11/20 or 2026年11月20日',
    'With province, city and county empty, the region is read from the beginning of the address',
    'Pieces are whole and positive; weight in kg, 3 decimals; volume in m³, 4 decimals; money in CNY, 2 decimals',
    `Delivery: ${words('deliveryWay')}`,
    `Payment: ${words('payMethod')}`,
    `Receipt: ${words('receiptRequirement')}`,
    `Package: ${words('package')}`,
  ],
  es: (words) => [
    'Las columnas con * son obligatorias; el cliente debe existir, con su nombre exacto',
    'Un número de cliente figura una sola vez por archivo y nunca se registra dos veces',
    'Fechas: 2026-11-20, 2026/11/20 o 2026年11月20日',
    'Sin provincia, ciudad ni distrito, la región se lee del inicio de la dirección',
    'Piezas enteras y positivas; peso en kg, 3 decimales; volumen en m³, 4 decimales; importes en CNY, 2 decimales',
    `Entrega: ${words('deliveryWay')}`,
    `Pago: ${words('payMethod')}`,
    `Comprobante: ${words('receiptRequirement')}`,
    `Embalaje: ${words('package')}`,
  ],
  ja: (words) => [
    '* の列は必須です。顧客は登録済みの名称と一致させてください',
    '顧客番号は 1 ファイルに 1 回だけ、同じ番号が二重に登録されることはありません',
    '日付は 2026-11-20、2026/11/20、2026年11月20日 の形式',
    '省・市・区県が空の場合は住所の先頭から地域を判別します',
    '個数は正の整数、重量は kg（小数 3 桁）、容積は m³（小数 4 桁）、金額は元（小数 2 桁）',
    `引渡方法：${words('deliveryWay')}`,
    `支払方法：${words('payMethod')}`,
    `受領書：${words('receiptRequirement')}`,
    `荷姿：${words('package')}`,
  ],
}

/** The empty import file with drop-downs and instructions, in the user's language. */
export function importTemplate(language: Language): { name: string; stream: Readable } {
  const words = (type: keyof typeof dictionary) =>
    Object.keys(dictionary[type]).map((code) => wordFor(type, code, language))
  const separator = language === 'zh' || language === 'ja' ? '、' : ', '
  const stream = writeExcel({
    sheet: texts.sheet[language],
    columns: importColumns.map((column) => ({
      title: headerOf(column, language),
      width: column.width,
      type: 'text',
      ...(column.choices === undefined ? {} : { choices: words(column.choices) }),
    })),
    rows: (async function* () {})(),
    notes: { title: texts.notes[language], lines: lines[language]((type) => words(type).join(separator)) },
  })
  return { name: texts.sheet[language], stream }
}

/** The refused rows of the user's own file, what is wrong beside each. */
export async function importErrors(
  tx: Tx,
  actor: Actor,
  files: Files,
  fileId: number,
): Promise<{ name: string; stream: Readable }> {
  const checked = await checkFile(tx, actor, files, fileId)
  const errors = checked.rows.flatMap((row) =>
    row.errors.map(({ column, reason, params }) => {
      const title = checked.titles.get(column.key)
      return {
        row: row.row,
        ...(title === undefined ? {} : { column: title }),
        msg: sayReason(reason, params, actor.language),
      }
    }),
  )
  const path = files.pathOf(checked.file.sha256)
  const stream = await markErrors(path, errors, true, texts.error[actor.language], { maxRows: maxImportRows + 1 })
  return { name: checked.file.name.replace(/(\.xlsx)?$/i, `-${texts.error[actor.language]}`), stream }
}
