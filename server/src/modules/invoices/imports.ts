import { addProfile as call } from '@xunyun/contract/invoices/profiles'
import { titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import { companyNamed } from '../../platform/import/cells.ts'
import { importColumn } from '../../platform/import/columns.ts'
import { masters } from '../../platform/import/masters.ts'
import { addProfile, deleteProfiles } from './profiles.ts'

/** Invoice titles from a sheet. */
export const profileImport = masters({
  entity: 'invoiceProfile',
  sheet: titled('开票信息', 'Invoice details', 'Datos de facturación', '発票情報'),
  columns: [
    importColumn('company', 28, fieldWord('invoices:profile.companyName'), { required: true, path: 'companyId' }),
    importColumn('title', 28, fieldWord('invoices:profile.title'), { required: true }),
    importColumn('taxNo', 22, fieldWord('invoices:profile.taxNo')),
    importColumn('type', 10, fieldWord('invoices:profile.type'), { required: true, choices: 'invoiceType' }),
    importColumn('bank', 24, fieldWord('invoices:profile.bank')),
    importColumn('account', 24, fieldWord('invoices:profile.account')),
    importColumn('address', 32, fieldWord('invoices:profile.address')),
    importColumn('tel', 16, fieldWord('invoices:profile.tel')),
    importColumn('recipient', 12, fieldWord('invoices:profile.recipient')),
    importColumn('mobile', 14, fieldWord('invoices:profile.mobile'), { required: true }),
    importColumn('email', 24, fieldWord('invoices:profile.email')),
  ],
  notes: (language) =>
    ({
      zh: ['往来单位按名称、简称或编码找；专票须填税号'],
      en: ['The company is found by name, short name or code; a special VAT invoice needs the tax number'],
      es: ['La empresa se busca por nombre, nombre corto o código; la factura especial requiere número fiscal'],
      ja: ['取引先は名称・略称・コードで検索します。専用発票には税番号が必要です'],
    })[language],
  schema: call.input,
  name: (cell) => cell('title'),
  read: async (tx, actor, row) => ({
    companyId: await companyNamed(tx, actor, row, 'company'),
    title: row.given('title'),
    taxNo: row.given('taxNo'),
    type: row.word('type', 'invoiceType'),
    bank: row.given('bank'),
    account: row.given('account'),
    address: row.given('address'),
    tel: row.given('tel'),
    recipient: row.given('recipient'),
    mobile: row.given('mobile'),
    email: row.given('email'),
  }),
  add: (tx, actor, input) => addProfile({ tx, actor }, input),
  undo: (tx, actor, ids) => deleteProfiles({ tx, actor }, ids),
})
