import type { Reasons } from './shape.ts'

export const customersErrors = {
  'customers.justTaken': {
    code: 422,
    zh: '刚刚已被使用',
    en: 'Somebody has just used it',
    es: 'Alguien acaba de usarlo',
    ja: 'たった今使用されました',
  },
  'customers.parentOnlyOutlet': {
    code: 422,
    zh: '只有本公司/网点才有上级',
    en: 'Only an own outlet has one above it',
    es: 'Solo una sede propia tiene otra por encima',
    ja: '上位を持てるのは自社・拠点だけです',
  },
  'customers.parentNotOutlet': {
    code: 422,
    zh: '上级须是启用的网点',
    en: 'The one above must be an enabled outlet',
    es: 'La superior debe ser una sede activa',
    ja: '上位は有効な拠点にしてください',
  },
  'customers.parentCycle': {
    code: 422,
    zh: '上级不能是自己或自己的下级',
    en: 'The one above must not be itself or below it',
    es: 'La superior no puede ser ella misma ni una inferior',
    ja: '自身や下位の拠点は上位にできません',
  },
  'customers.outletOutside': {
    code: 403,
    zh: '网点不在你的范围内',
    en: 'This outlet is outside your scope',
    es: 'La sede está fuera de su ámbito',
    ja: '担当範囲外の拠点です',
  },
  'customers.outletInUse': {
    code: 409,
    zh: '已作为网点使用，不能去掉“本公司/网点”',
    en: 'It is in use as an outlet: this role stays',
    es: 'Está en uso como sede: el papel se mantiene',
    ja: '拠点として使用中のため、この役割は外せません',
  },
  'customers.outletDisable': {
    code: 409,
    zh: '还有 {count} 个启用的下级网点',
    en: '{count} outlets below it are still enabled',
    es: 'Aún hay {count} sedes inferiores activas',
    ja: '有効な下位拠点が {count} か所あります',
  },
  'customers.beyondRights': {
    code: 403,
    zh: '你的权限不包括它的类型或网点',
    en: 'Your rights do not cover its roles or outlet',
    es: 'Sus permisos no cubren su tipo o sede',
    ja: 'その種別または拠点への権限がありません',
  },
  'customers.phoneNeeded': {
    code: 422,
    zh: '手机和电话至少填一个',
    en: 'A mobile or a landline number is needed',
    es: 'Hace falta un móvil o un teléfono fijo',
    ja: '携帯か固定電話のどちらかが必要です',
  },
  'customers.disabledDefault': {
    code: 422,
    zh: '停用的联系人不能设为默认',
    en: 'A disabled contact cannot be the default',
    es: 'Un contacto desactivado no puede ser el predeterminado',
    ja: '停止中の連絡先は既定にできません',
  },
} as const satisfies Reasons
