import type { Reasons } from './shape.ts'

export const resourcesErrors = {
  'resources.plateTaken': {
    code: 422,
    zh: '已有这个车牌的车辆',
    en: 'A vehicle with this plate exists',
    es: 'Ya existe un vehículo con esta matrícula',
    ja: 'このナンバーの車両は登録済みです',
  },
  'resources.mobileTaken': {
    code: 422,
    zh: '已有这个手机号的司机',
    en: 'A driver with this mobile number exists',
    es: 'Ya existe un conductor con este móvil',
    ja: 'この携帯番号のドライバーは登録済みです',
  },
  'resources.idCardTaken': {
    code: 422,
    zh: '已有这个身份证号的司机',
    en: 'A driver with this identity number exists',
    es: 'Ya existe un conductor con este número de identidad',
    ja: 'この身分証番号のドライバーは登録済みです',
  },
  'resources.plateColor': {
    code: 422,
    zh: '颜色与车牌位数不符：8 位为绿牌',
    en: 'The colour does not fit the plate: 8 characters are a green plate',
    es: 'El color no corresponde: 8 caracteres son una placa verde',
    ja: '色とナンバーの桁数が合いません（8 桁は緑）',
  },
  'resources.carrierRole': {
    code: 422,
    zh: '须是启用的承运商',
    en: 'Must be an enabled carrier',
    es: 'Debe ser un transportista activo',
    ja: '有効な運送会社を選んでください',
  },
  'resources.driverDisabled': {
    code: 422,
    zh: '须是启用的司机',
    en: 'Must be an enabled driver',
    es: 'Debe ser un conductor activo',
    ja: '有効なドライバーを選んでください',
  },
  'resources.beyondRights': {
    code: 403,
    zh: '你的权限不包括这类车辆',
    en: 'Your rights do not cover this type of vehicle',
    es: 'Sus permisos no cubren este tipo de vehículo',
    ja: 'この種別の車両への権限がありません',
  },
  'resources.liveTrip': {
    code: 409,
    zh: '{name} 还有未完成的安排 {no}',
    en: '{name} still has the trip {no}',
    es: '{name} aún tiene el viaje {no}',
    ja: '{name} には未完了の配車 {no} があります',
  },
  'resources.renewPast': {
    code: 422,
    zh: '有效期不能早于今天',
    en: 'It must not end before today',
    es: 'No puede vencer antes de hoy',
    ja: '有効期限は今日以降にしてください',
  },
  'resources.renewEarlier': {
    code: 409,
    zh: '现有有效期到 {until}，比续证后的还晚',
    en: 'It is already valid until {until}, later than that',
    es: 'Ya es válido hasta {until}, más tarde que esa fecha',
    ja: '現在の有効期限 {until} のほうが後です',
  },
} as const satisfies Reasons
