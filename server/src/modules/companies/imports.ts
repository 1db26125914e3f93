import { addCompany, type CompanyEntry } from '@xunyun/contract/companies/calls'
import { addContact, type ContactType } from '@xunyun/contract/companies/contacts'
import { isMobile } from '@xunyun/contract/kernel/checks'
import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import { companyNamed, day, flag as flagCell, number, region } from '../../platform/import/cells.ts'
import { type ImportColumn, importColumn } from '../../platform/import/columns.ts'
import type { Imports } from '../../platform/import/imports.ts'
import { masters } from '../../platform/import/masters.ts'
import { codesFor, percentIn } from '../../platform/import/words.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { scoped } from '../../platform/scope.ts'
import { type CompanyRole, contactPage, coveredRoles, pageOfEntry } from './access.ts'
import * as companies from './companies.ts'
import { deleteCompanies } from './companyBatches.ts'
import { deleteContacts } from './contactBatches.ts'
import * as contacts from './contacts.ts'
import { regionsNamed } from './serviceRegions.ts'

const companyColumns: readonly ImportColumn[] = [
  importColumn('name', 28, fieldWord('companies:company.name'), { required: true }),
  importColumn('code', 12, fieldWord('companies:company.code')),
  importColumn('shortName', 16, fieldWord('companies:company.shortName')),
  importColumn('roles', 18, fieldWord('companies:company.roles'), { also: ['Roles'], required: true }),
  importColumn('parent', 18, fieldWord('companies:company.parentName'), { path: 'parentId' }),
  importColumn('serviceRegions', 30, fieldWord('companies:company.serviceRegionNames')),
  importColumn('vip', 8, fieldWord('companies:company.vip')),
  importColumn('uscc', 22, fieldWord('companies:company.uscc'), {
    also: ['统一社会信用代码', 'Código de crédito', '統一社会信用コード'],
  }),
  importColumn('legalPerson', 12, fieldWord('companies:company.legalPerson')),
  importColumn('region', 24, fieldWord('companies:company.regionName'), { path: 'regionCode' }),
  importColumn('address', 30, fieldWord('companies:company.address')),
  importColumn('tel', 16, fieldWord('companies:company.tel')),
  importColumn('email', 22, fieldWord('companies:company.email'), { also: ['Mail'] }),
  importColumn('settleMethod', 10, fieldWord('companies:company.settleMethod'), { choices: 'settleMethod' }),
  importColumn('creditLimit', 12, fieldWord('companies:company.creditLimit'), { also: ['与信限度'] }),
  importColumn('creditDays', 10, fieldWord('companies:company.creditDays')),
  importColumn('billDay', 10, fieldWord('companies:company.billDay'), { also: ['締日'] }),
  importColumn('taxpayerType', 16, fieldWord('companies:company.taxpayerType'), {
    also: ['納税者種別'],
    choices: 'taxpayerType',
  }),
  importColumn('deductibleInvoice', 12, fieldWord('companies:company.deductibleInvoice'), {
    choices: 'deductibleInvoice',
  }),
  importColumn('taxRate', 8, fieldWord('companies:company.taxRate'), {
    also: ['Tipo impositivo', 'Impuesto', '税率区分'],
  }),
  importColumn('permitNo', 18, fieldWord('companies:company.permitNo')),
  importColumn('permitExpiry', 12, fieldWord('companies:company.permitExpiry'), {
    also: ['Permit ends', 'Vence el permiso'],
  }),
  importColumn('courierDays', 10, fieldWord('companies:company.courierDays')),
  importColumn('contractNo', 16, fieldWord('companies:company.contractNo')),
  importColumn('contractFrom', 12, fieldWord('companies:company.contractFrom'), { also: ['Contrato desde'] }),
  importColumn('contractTo', 12, fieldWord('companies:company.contractTo'), {
    also: ['Contract to', 'Contrato hasta', '契約終了'],
  }),
  importColumn('remark', 24, fieldWord('companies:company.remark')),
]

const companyImport = (entry: CompanyEntry) =>
  masters({
    entity: pageOfEntry(entry),
    sheet: titled('往来单位', 'Companies', 'Empresas', '取引先'),
    columns: companyColumns,
    notes: (language) =>
      ({
        zh: [
          '类型可写几个，用顿号隔开，如“客户、货主”',
          '服务区域可写几个，用顿号隔开，如“上海市、苏州市 吴江区”；只有网点才有',
          '税率可写 9% 或 0.09；额度单位为元',
        ],
        en: [
          'Several roles are separated by commas',
          'Service area: regions separated by commas, as 上海市, 苏州市 吴江区; of outlets only',
          'Tax rate as 9% or 0.09; the limit in CNY',
        ],
        es: [
          'Varios tipos se separan con comas',
          'Zona de servicio: regiones separadas con comas, como 上海市, 苏州市 吴江区; solo de sedes',
          'Impuesto como 9% o 0.09; el límite en CNY',
        ],
        ja: [
          '種別は読点で区切って複数書けます',
          '配送エリアは読点で区切って複数書けます（例：上海市、苏州市 吴江区）。拠点のみ',
          '税率は 9% または 0.09、限度額は元',
        ],
      })[language],
    schema: addCompany.input,
    name: (cell) => cell('name'),
    async read(tx, actor, row) {
      const { codes, unknown } = codesFor('companyRole', row.cell('roles'))
      if (unknown !== undefined) row.refuse('roles', 'imports.unknownWord', { word: unknown })
      const covered: readonly string[] = coveredRoles(actor, 'edit', entry)
      const beyond = codes.find((role) => !covered.includes(role))
      if (beyond !== undefined) row.refuse('roles', 'customers.beyondRights')
      const served = regionsNamed(row.lines('serviceRegions'))
      if (served.unknown !== undefined) row.refuse('serviceRegions', 'imports.unknownName', { name: served.unknown })
      return {
        name: row.given('name'),
        code: row.given('code'),
        shortName: row.given('shortName'),
        roles: codes as CompanyRole[],
        parentId: await companyNamed(tx, actor, row, 'parent'),
        serviceRegions: served.codes,
        vip: flagCell(row, 'vip'),
        uscc: row.given('uscc'),
        legalPerson: row.given('legalPerson'),
        regionCode: region(row, 'region'),
        address: row.given('address'),
        tel: row.given('tel'),
        email: row.given('email'),
        settleMethod: row.word('settleMethod', 'settleMethod'),
        creditLimit: number(row, 'creditLimit'),
        creditDays: number(row, 'creditDays'),
        billDay: number(row, 'billDay'),
        taxpayerType: row.word('taxpayerType', 'taxpayerType'),
        deductibleInvoice: row.word('deductibleInvoice', 'deductibleInvoice'),
        taxRate: row.given('taxRate') === undefined ? undefined : percentIn(row.cell('taxRate')),
        permitNo: row.given('permitNo'),
        permitExpiry: day(row, 'permitExpiry'),
        courierDays: number(row, 'courierDays'),
        contractNo: row.given('contractNo'),
        contractFrom: day(row, 'contractFrom'),
        contractTo: day(row, 'contractTo'),
        remark: row.given('remark'),
      }
    },
    add: (tx, actor, input) => companies.addCompany({ tx, actor }, input),
    constraints: {
      company__contract_order: () => badField('contractTo', 'field.range'),
    },
    undo: (tx, actor, ids) => deleteCompanies({ tx, actor }, { ids: [...ids] }),
  })

const contactColumns: readonly ImportColumn[] = [
  importColumn('company', 28, fieldWord('companies:contact.companyName'), { path: 'companyId', required: true }),
  importColumn('name', 12, fieldWord('companies:contact.name'), {
    also: ['Full name', 'Nombre y apellidos'],
    required: true,
  }),
  importColumn('mobile', 14, fieldWord('companies:contact.mobile'), { also: ['携帯電話'] }),
  importColumn('tel', 16, fieldWord('companies:contact.tel'), { also: ['电话', 'Phone', 'Teléfono', '電話'] }),
  importColumn('partyCompany', 24, fieldWord('companies:contact.partyCompany'), {
    also: ['单位', 'Empresa del contacto', '所属'],
  }),
  importColumn('region', 24, fieldWord('companies:contact.regionName'), { path: 'regionCode' }),
  importColumn('address', 30, fieldWord('companies:contact.address')),
  importColumn('remark', 24, fieldWord('companies:contact.remark')),
]

const contactImport = (type: ContactType) =>
  masters({
    entity: contactPage(type),
    sheet: titled('联系人', 'Contacts', 'Contactos', '連絡先'),
    columns: contactColumns,
    notes: (language) =>
      ({
        zh: ['公司须是已有单位，写名称、简称或编码', '手机和电话至少填一个'],
        en: ['The company must exist: its name, short name or code', 'A mobile or a phone is needed'],
        es: ['La empresa debe existir: nombre, nombre corto o código', 'Hace falta un móvil o un teléfono'],
        ja: ['会社は登録済みの名称・略称・コード', '携帯電話か電話のどちらかが必要です'],
      })[language],
    schema: addContact.input,
    name: (cell) => cell('name'),
    async read(tx, actor, row) {
      // A mobile in the column of phones is a mobile.
      const tel = row.given('tel')
      const isReallyMobile = tel !== undefined && row.given('mobile') === undefined && isMobile(toHalfWidth(tel))
      return {
        type,
        companyId: await companyNamed(tx, actor, row, 'company'),
        name: row.given('name'),
        mobile: isReallyMobile ? tel : row.given('mobile'),
        tel: isReallyMobile ? undefined : tel,
        partyCompany: row.given('partyCompany'),
        regionCode: region(row, 'region'),
        address: row.given('address'),
        remark: row.given('remark'),
      }
    },
    async add(tx, actor, input) {
      const phone = input.mobile ?? input.tel ?? ''
      const same = await scoped(tx, actor, 'contact')
        .select('id')
        .where('company_id', '=', input.companyId)
        .where('type', '=', type)
        .where('name', '=', input.name)
        .where((eb) => eb.or([eb('mobile', '=', phone), eb('tel', '=', phone)]))
        .executeTakeFirst()
      // Typed by hand a double may be meant; in a file it is the same file again.
      if (same !== undefined) throw new Refusal('imports.existsAlready')
      return contacts.addContact({ tx, actor }, input)
    },
    undo: (tx, actor, ids) => deleteContacts({ tx, actor }, { ids: [...ids] }),
  })

export function offerImports(imports: Imports): void {
  imports.offer('companyView', companyImport('view'))
  imports.offer('companySupplier', companyImport('supplier'))
  imports.offer('companyManage', companyImport('manage'))
  imports.offer('contactCustomer', contactImport('customer'))
  imports.offer('contactShipper', contactImport('shipper'))
  imports.offer('contactConsignee', contactImport('consignee'))
  imports.offer('contactSupplier', contactImport('supplier'))
}
