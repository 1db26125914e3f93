import type { Reasons } from './shape.ts'

/** What becomes of goods that cannot be delivered; a part of the waybills' refusals. */
export const onwardErrors = {
  'waybills.fewerThere': {
    code: 422,
    zh: '这里只有 {free} 件可以处理',
    en: 'Only {free} pieces are free there',
    es: 'Allí solo hay {free} bultos libres',
    ja: 'そこで処理できるのは {free} 個までです',
  },
  'waybills.refusedUnderWay': {
    code: 409,
    zh: '拒收的件还在车上或承运商处，先登记到达或退回',
    en: 'What was refused is still with the vehicle or carrier; report its arrival or return first',
    es: 'Lo rechazado sigue en el vehículo o con el transportista; registre antes su llegada o devolución',
    ja: '受取拒否の貨物はまだ車両または運送会社にあります。先に到着または返送を登録してください',
  },
  'waybills.nothingRests': {
    code: 409,
    zh: '没有停在网点的件（在库、待自提或拒收）',
    en: 'No pieces lie at an outlet, waiting or refused',
    es: 'No hay bultos en una sede, en espera ni rechazados',
    ja: '拠点に留まっている貨物（在庫・引取待ち・受取拒否）がありません',
  },
  'waybills.nothingLost': {
    code: 409,
    zh: '没有丢失的件',
    en: 'No pieces are lost',
    es: 'No hay bultos perdidos',
    ja: '紛失した貨物はありません',
  },
  'waybills.nothingUnsigned': {
    code: 409,
    zh: '没有未签收的件，不用改址',
    en: 'Nothing is left to be delivered',
    es: 'No queda nada por entregar',
    ja: '未受領の貨物がないため住所変更は不要です',
  },
  'waybills.undoOnward': {
    code: 409,
    zh: '已转为运单 {no}，要撤销请作废它',
    en: 'It went on as {no}: cancel that one to take it back',
    es: 'Siguió como {no}: anule esa guía para deshacerlo',
    ja: '{no} として転送済みです。取り消すにはその送り状を取消してください',
  },
  'waybills.caseInHand': {
    code: 409,
    zh: '异常 {no} 已在处理，不能撤销',
    en: 'Case {no} is in hand: it cannot be undone',
    es: 'La incidencia {no} está en curso: no se puede deshacer',
    ja: '異常 {no} が対応中のため取り消せません',
  },
  'waybills.readdressFeeAdjusts': {
    code: 422,
    zh: '价格已确认，改址费请在“费用增减”里申请',
    en: 'The price is confirmed: apply for the fee under “Charge adjustment”',
    es: 'El precio está confirmado: solicite el cargo en «Ajuste de cargos»',
    ja: '価格が確定済みのため、住所変更料は「料金増減」で申請してください',
  },
  'waybills.readdressPriced': {
    code: 409,
    zh: '价格已确认，先撤回确认，再撤销带改址费的改址',
    en: 'The price is confirmed with its fee: take the confirmation back first',
    es: 'El precio está confirmado con su cargo: retire antes la confirmación',
    ja: '住所変更料を含む価格が確定済みです。先に確定を取り消してください',
  },
  'waybills.readdressChanged': {
    code: 409,
    zh: '收货方后来又改过，不能撤销这次改址',
    en: 'The consignee was changed again since: this change of address cannot be undone',
    es: 'El destinatario se cambió después: este cambio de dirección no se puede deshacer',
    ja: '荷受人がその後変更されているため、この住所変更は取り消せません',
  },
} as const satisfies Reasons
