import type { Reasons } from './shape.ts'

export const invoicesErrors = {
  'invoices.titleTaken': {
    code: 422,
    zh: '{by} 已有同抬头同税号',
    en: '{by} already has this title with this tax number',
    es: '{by} ya tiene este nombre con este número fiscal',
    ja: '{by} には同じ宛名と税番号が登録済みです',
  },
  'invoices.specialNeedsTaxNo': {
    code: 422,
    zh: '专票须有税号',
    en: 'A special VAT invoice needs a tax number',
    es: 'La factura especial de IVA requiere número fiscal',
    ja: '専用発票には税番号が必要です',
  },
  'invoices.companyStays': {
    code: 422,
    zh: '抬头属于 {by}，不能改单位',
    en: 'The title belongs to {by}: the company stays',
    es: 'El nombre pertenece a {by}: la empresa no cambia',
    ja: '宛名は {by} のものです。取引先は変更できません',
  },
  'invoices.disabledDefault': {
    code: 409,
    zh: '{name} 已停用，不能设为默认',
    en: '{name} is disabled and cannot be the default',
    es: '{name} está inactivo y no puede ser el predeterminado',
    ja: '{name} は停止中のため、既定にできません',
  },
  'invoices.classCode': {
    code: 422,
    zh: '税收分类编码须 19 位数字',
    en: 'The tax class code has 19 digits',
    es: 'El código de clasificación fiscal tiene 19 dígitos',
    ja: '税収分類コードは 19 桁の数字です',
  },
  'invoices.daysOverlap': {
    code: 422,
    zh: '有效期与已有税目重叠（{from}–{to}）',
    en: 'Its days overlap those of another ({from} – {to})',
    es: 'Sus días se solapan con otro ({from} – {to})',
    ja: '有効期間が既存の税目（{from}〜{to}）と重なります',
  },
} as const satisfies Reasons
