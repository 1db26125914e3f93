import * as calls from '@xunyun/contract/warehouse/shipping/notices'
import { titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'
import { companyNamed, number } from '../../../platform/import/cells.ts'
import { type ImportColumn, importColumn } from '../../../platform/import/columns.ts'
import { documents } from '../../../platform/import/documents.ts'
import type { ImportKind } from '../../../platform/import/kind.ts'
import { dateText, momentText, regionCode } from '../../../platform/import/words.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField } from '../../../platform/refusal.ts'
import { regionInAddress } from '../../../platform/regions.ts'
import { itemNamed, warehouseNamed } from '../masters/index.ts'
import { addOutboundNotice, cancelOutboundNotices } from './notices.ts'

const head: readonly [ImportColumn, ImportColumn, ...ImportColumn[]] = [
  importColumn('owner', 22, fieldWord('warehouse/shipping:field.ownerName'), { required: true, path: 'ownerId' }),
  importColumn('customerOrderNo', 18, fieldWord('warehouse/shipping:field.customerOrderNo'), {
    also: ['N.º de cliente', "Customer's no.", '荷主伝票番号'],
    required: true,
  }),
  importColumn('warehouse', 16, fieldWord('warehouse/shipping:field.warehouse'), {
    required: true,
    path: 'warehouseId',
  }),
  importColumn('type', 8, fieldWord('warehouse/shipping:field.type'), { also: ['区分'], choices: 'outboundType' }),
  importColumn('consigneeCompany', 22, fieldWord('warehouse/shipping:field.consigneeCompany'), {
    also: ['Company', 'Empresa', '会社', '届け先会社'],
  }),
  importColumn('consigneeName', 12, titled('收货人', 'Consignee', 'Destinatario', '荷受人'), {
    also: ['届け先'],
    required: true,
  }),
  importColumn('consigneePhone', 14, fieldWord('warehouse/shipping:field.consigneePhone'), { required: true }),
  importColumn('region', 20, fieldWord('warehouse/shipping:field.region'), {
    also: ['Region', 'Región', '地域', '省市区'],
    path: 'regionCode',
  }),
  importColumn('address', 34, fieldWord('warehouse/shipping:field.address'), { required: true }),
  importColumn('requiredAt', 16, fieldWord('warehouse/shipping:field.requiredAt'), {
    also: ['Fecha requerida', '出荷希望'],
  }),
  importColumn('remark', 24, fieldWord('warehouse/shipping:field.remark')),
]
const line: readonly ImportColumn[] = [
  importColumn('itemNo', 18, fieldWord('goods:field.itemNo'), { required: true, path: 'itemId' }),
  importColumn('unitQty', 10, titled('数量', 'Quantity', 'Cantidad', '数量'), { required: true }),
  importColumn('unit', 8, fieldWord('goods:field.unit'), { choices: 'unit' }),
  importColumn('batchNo', 16, fieldWord('goods:field.batchNo')),
  importColumn('expiryAfter', 12, titled('到期晚于', 'Expires after', 'Caduca después', '期限がこれ以降')),
  importColumn('quality', 8, fieldWord('goods:field.quality'), { choices: 'quality' }),
]

/** Outbound notices from an Excel file: a row a line (domain §6). */
export const noticeImport = (numbering: Numbering): ImportKind =>
  documents(
    {
      entity: 'outboundNotice',
      sheet: titled('出库通知', 'Outbound notices', 'Avisos de salida', '出荷指示'),
      head,
      line,
      notes: (language) =>
        ({
          zh: [
            '一行一个货号；货主和客户单号相同的行为同一单，单头写在第一行即可',
            '省市区不写时从地址中识别；单位不写为基本单位',
          ],
          en: [
            "A row is a line; rows of one owner and customer's number are one notice, whose first row tells the rest",
            'The region is found in the address when left out; the unit is the base unit then',
          ],
          es: [
            'Cada fila es una línea; las filas del mismo propietario y número de cliente son un aviso, cuya primera fila dice el resto',
            'La región se busca en la dirección si se omite; la unidad es entonces la básica',
          ],
          ja: [
            '1 行が 1 明細。荷主と荷主伝票番号が同じ行は同じ伝票で、伝票の項目は最初の行だけで構いません',
            '地域は省略時に住所から判定、単位は省略時に基本単位',
          ],
        })[language],
      schema: calls.addOutboundNotice.input,
      readHead: async (tx, actor, row) => {
        const region = row.given('region')
        const code = region === undefined ? regionInAddress(row.cell('address'))?.region.code : regionCode(region)
        if (region !== undefined && code === undefined) row.refuse('region', 'imports.unknownName', { name: region })
        return {
          warehouseId: await warehouseNamed(tx, actor, row),
          ownerId: await companyNamed(tx, actor, row, 'owner'),
          customerOrderNo: row.cell('customerOrderNo'),
          type: row.word('type', 'outboundType') ?? 'sale',
          consigneeCompany: row.given('consigneeCompany'),
          consigneeName: row.cell('consigneeName'),
          consigneePhone: row.cell('consigneePhone'),
          regionCode: code,
          address: row.cell('address'),
          requiredAt: row.given('requiredAt') && momentText(row.cell('requiredAt')),
          remark: row.given('remark'),
        }
      },
      readLine: async (tx, actor, row, { ownerId }) => {
        const item = await itemNamed(tx, actor, row, ownerId as number | undefined)
        return {
          itemId: item?.id,
          unit: row.word('unit', 'unit') ?? item?.baseUnit ?? 'piece',
          unitQty: number(row, 'unitQty'),
          batchNo: row.given('batchNo'),
          expiryAfter: row.given('expiryAfter') && dateText(row.cell('expiryAfter')),
          quality: row.word('quality', 'quality'),
        }
      },
      add: (tx, actor, input, numbers) => addOutboundNotice(numbers)({ tx, actor }, input),
      constraints: {
        outbound_notice__customer_order: () => badField('customerOrderNo', 'outbound.customerOrderTaken'),
      },
      undo: (tx, actor, ids) => cancelOutboundNotices({ tx, actor }, { ids: [...ids], reason: taken[actor.language] }),
    },
    numbering,
  )

const taken = { zh: '撤销导入', en: 'Import taken back', es: 'Importación deshecha', ja: '取込取消' } as const
