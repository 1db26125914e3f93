import * as calls from '@xunyun/contract/warehouse/receiving/calls'
import { titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'
import { companyNamed, number } from '../../../platform/import/cells.ts'
import { type ImportColumn, importColumn } from '../../../platform/import/columns.ts'
import { documents } from '../../../platform/import/documents.ts'
import type { ImportKind } from '../../../platform/import/kind.ts'
import { dateText, momentText } from '../../../platform/import/words.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField } from '../../../platform/refusal.ts'
import { itemNamed, warehouseNamed } from '../masters/index.ts'
import { addNotice, cancelNotices } from './notices.ts'

const head: readonly [ImportColumn, ImportColumn, ...ImportColumn[]] = [
  importColumn('owner', 22, fieldWord('warehouse/receiving:field.ownerName'), { required: true, path: 'ownerId' }),
  importColumn('customerOrderNo', 18, fieldWord('warehouse/receiving:field.customerOrderNo'), {
    also: ["Customer's no.", '荷主伝票番号'],
    required: true,
  }),
  importColumn('warehouse', 16, fieldWord('warehouse/receiving:field.warehouse'), {
    required: true,
    path: 'warehouseId',
  }),
  importColumn('type', 8, fieldWord('warehouse/receiving:field.type'), { also: ['区分'], choices: 'inboundType' }),
  importColumn('eta', 16, fieldWord('warehouse/receiving:field.eta'), { also: ['Llegada prevista', '入荷予定'] }),
  importColumn('vehicleNo', 12, fieldWord('warehouse/receiving:field.vehicleNo'), { also: ['車両番号'] }),
  importColumn('remark', 24, fieldWord('warehouse/receiving:field.remark')),
]
const line: readonly ImportColumn[] = [
  importColumn('itemNo', 18, fieldWord('goods:field.itemNo'), { required: true, path: 'itemId' }),
  importColumn('unitQty', 10, titled('数量', 'Quantity', 'Cantidad', '数量'), { required: true }),
  importColumn('unit', 8, fieldWord('goods:field.unit'), { choices: 'unit' }),
  importColumn('batchNo', 16, fieldWord('goods:field.batchNo')),
  importColumn('production', 12, titled('生产日期', 'Produced', 'Producción', '製造日')),
  importColumn('expiry', 12, titled('到期日', 'Expiry', 'Caducidad', '有効期限')),
  importColumn('quality', 8, fieldWord('goods:field.quality'), { choices: 'quality' }),
]

/** Inbound notices from an Excel file: a row a line (domain §6). */
export const noticeImport = (numbering: Numbering): ImportKind =>
  documents(
    {
      entity: 'inboundNotice',
      sheet: titled('入库通知', 'Inbound notices', 'Avisos de entrada', '入荷予定'),
      head,
      line,
      notes: (language) =>
        ({
          zh: [
            '一行一个货号；货主和客户单号相同的行为同一单，单头写在第一行即可',
            '单位不写为货号的基本单位，质量不写为良品',
          ],
          en: [
            "A row is a line; rows of one owner and customer's number are one notice, whose first row tells the rest",
            'Unit: the base unit when left out; quality: good when left out',
          ],
          es: [
            'Cada fila es una línea; las filas del mismo propietario y número de cliente son un aviso, cuya primera fila dice el resto',
            'Unidad: la básica si se omite; calidad: buena si se omite',
          ],
          ja: [
            '1 行が 1 明細。荷主と荷主伝票番号が同じ行は同じ伝票で、伝票の項目は最初の行だけで構いません',
            '単位は省略時に基本単位、品質は省略時に良品',
          ],
        })[language],
      schema: calls.addNotice.input,
      readHead: async (tx, actor, row) => ({
        warehouseId: await warehouseNamed(tx, actor, row),
        ownerId: await companyNamed(tx, actor, row, 'owner'),
        customerOrderNo: row.cell('customerOrderNo'),
        type: row.word('type', 'inboundType') ?? 'purchase',
        eta: row.given('eta') && momentText(row.cell('eta')),
        vehicleNo: row.given('vehicleNo'),
        remark: row.given('remark'),
      }),
      readLine: async (tx, actor, row, { ownerId }) => {
        const item = await itemNamed(tx, actor, row, ownerId as number | undefined)
        return {
          itemId: item?.id,
          unit: row.word('unit', 'unit') ?? item?.baseUnit ?? 'piece',
          unitQty: number(row, 'unitQty'),
          batchNo: row.given('batchNo'),
          production: row.given('production') && dateText(row.cell('production')),
          expiry: row.given('expiry') && dateText(row.cell('expiry')),
          quality: row.word('quality', 'quality') ?? 'good',
        }
      },
      add: (tx, actor, input, numbers) => addNotice(numbers)({ tx, actor }, input),
      constraints: { inbound_notice__customer_order: () => badField('customerOrderNo', 'inbound.customerOrderTaken') },
      undo: (tx, actor, ids) => cancelNotices({ tx, actor }, { ids: [...ids], reason: taken[actor.language] }),
    },
    numbering,
  )

const taken = { zh: '撤销导入', en: 'Import taken back', es: 'Importación deshecha', ja: '取込取消' } as const
