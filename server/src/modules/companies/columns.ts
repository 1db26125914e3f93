import type { CompanyRow } from '@xunyun/contract/companies/calls'
import type { ContactRow } from '@xunyun/contract/companies/contacts'
import { wordFor } from '@xunyun/contract/dictionary'
import { pageOf } from '@xunyun/contract/pages'
import { type ListColumn, titled, yes } from '../../platform/excel/list.ts'
import { contactPage } from './access.ts'

/** The columns of the exports; keys are those of the pages. */
export const companyColumns: readonly ListColumn<CompanyRow>[] = [
  { key: 'name', type: 'text', width: 28, titles: titled('名称', 'Name', 'Nombre', '名称') },
  { key: 'code', type: 'text', titles: titled('编码', 'Code', 'Código', 'コード') },
  {
    key: 'roles',
    type: 'text',
    width: 20,
    titles: titled('类型', 'Roles', 'Tipos', '種別'),
    value: ({ roles }, language) => roles.map((role) => wordFor('companyRole', role, language)).join(', '),
  },
  { key: 'regionName', type: 'text', width: 24, titles: titled('地区', 'Region', 'Región', '地域') },
  { key: 'tel', type: 'text', titles: titled('电话', 'Phone', 'Teléfono', '電話') },
  { key: 'salesmanName', type: 'text', titles: titled('业务员', 'Salesperson', 'Comercial', '営業担当') },
  {
    key: 'settleMethod',
    type: 'text',
    titles: titled('结算方式', 'Settlement', 'Liquidación', '精算方法'),
    value: ({ settleMethod }, language) => settleMethod && wordFor('settleMethod', settleMethod, language),
  },
  {
    key: 'creditLimit',
    type: 'money',
    titles: titled('信用额度(元)', 'Credit limit (CNY)', 'Límite de crédito (CNY)', '与信限度額(元)'),
  },
  {
    key: 'enabled',
    type: 'text',
    titles: titled('启用', 'Enabled', 'Activo', '有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
  {
    key: 'blacklisted',
    type: 'text',
    titles: titled('黑名单', 'Blacklisted', 'Lista negra', 'ブラックリスト'),
    value: ({ blacklisted }, language) => yes(blacklisted, language),
  },
  { key: 'shortName', type: 'text', titles: titled('简称', 'Short name', 'Nombre corto', '略称') },
  {
    key: 'uscc',
    type: 'text',
    width: 22,
    titles: titled('统一社会信用代码', 'Credit code', 'Código de crédito', '統一社会信用コード'),
  },
  { key: 'legalPerson', type: 'text', titles: titled('法人', 'Legal person', 'Representante', '法人代表') },
  { key: 'creditDays', type: 'integer', titles: titled('账期(天)', 'Credit days', 'Días de crédito', '支払期限(日)') },
  { key: 'billDay', type: 'integer', titles: titled('账单日', 'Bill day', 'Día de factura', '請求日') },
  { key: 'contractNo', type: 'text', titles: titled('合同号', 'Contract no.', 'N.º de contrato', '契約番号') },
  { key: 'contractTo', type: 'date', titles: titled('合同到期', 'Contract ends', 'Fin de contrato', '契約満了') },
  { key: 'permitNo', type: 'text', titles: titled('许可证号', 'Permit no.', 'N.º de permiso', '許可証番号') },
  { key: 'permitExpiry', type: 'date', titles: titled('许可证到期', 'Permit expires', 'Vence permiso', '許可証期限') },
  {
    key: 'taxpayerType',
    type: 'text',
    titles: titled('纳税人类型', 'Taxpayer', 'Contribuyente', '納税者区分'),
    value: ({ taxpayerType }, language) => taxpayerType && wordFor('taxpayerType', taxpayerType, language),
  },
  { key: 'parentName', type: 'text', width: 20, titles: titled('上级', 'Above', 'Superior', '上位') },
  { key: 'address', type: 'text', width: 32, titles: titled('地址', 'Address', 'Dirección', '住所') },
  { key: 'email', type: 'text', width: 22, titles: titled('邮箱', 'E-mail', 'Correo', 'メール') },
  { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') },
  { key: 'createdAt', type: 'moment', titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  { key: 'updatedAt', type: 'moment', titles: titled('修改时间', 'Changed', 'Modificado', '更新日時') },
]

export const contactColumns: readonly ListColumn<ContactRow>[] = [
  { key: 'name', type: 'text', titles: titled('姓名', 'Name', 'Nombre', '氏名') },
  {
    key: 'type',
    type: 'text',
    titles: titled('类型', 'Type', 'Tipo', '種別'),
    value: ({ type }, language) => pageOf(contactPage(type)).titles[language],
  },
  { key: 'mobile', type: 'text', titles: titled('手机', 'Mobile', 'Móvil', '携帯') },
  { key: 'tel', type: 'text', titles: titled('电话', 'Phone', 'Teléfono', '電話') },
  { key: 'companyName', type: 'text', width: 28, titles: titled('公司', 'Company', 'Empresa', '会社') },
  {
    key: 'partyCompany',
    type: 'text',
    width: 28,
    titles: titled('所在单位', 'Employer', 'Empresa propia', '勤務先'),
  },
  { key: 'regionName', type: 'text', width: 24, titles: titled('地区', 'Region', 'Región', '地域') },
  { key: 'address', type: 'text', width: 32, titles: titled('地址', 'Address', 'Dirección', '住所') },
  {
    key: 'isDefault',
    type: 'text',
    titles: titled('默认', 'Default', 'Predeterminado', '既定'),
    value: ({ isDefault }, language) => yes(isDefault, language),
  },
  {
    key: 'enabled',
    type: 'text',
    titles: titled('启用', 'Enabled', 'Activo', '有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
  { key: 'lastUsedAt', type: 'moment', titles: titled('最近使用', 'Last used', 'Último uso', '最終使用') },
  { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') },
  { key: 'createdAt', type: 'moment', titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
]
