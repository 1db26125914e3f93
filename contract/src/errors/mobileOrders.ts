import type { Reasons } from './shape.ts'

export const phoneOrdersErrors = {
  'phoneOrders.wrongState': {
    code: 409,
    zh: '{orderNo} {orderState}，不能这样做',
    en: 'Not possible: {orderNo} is “{orderState}”',
    es: 'No es posible: {orderNo} está «{orderState}»',
    ja: '{orderNo} は「{orderState}」のため操作できません',
  },
  'phoneOrders.converted': {
    code: 409,
    zh: '{orderNo} 已转运单 {waybillNo}',
    en: '{orderNo} is waybill {waybillNo} already',
    es: '{orderNo} ya es la guía {waybillNo}',
    ja: '{orderNo} は送り状 {waybillNo} に変換済みです',
  },
  'phoneOrders.clerk': {
    code: 422,
    zh: '没有这个人，或他不能处理手机单',
    en: 'No such person, or one who may not handle phone orders',
    es: 'No existe esa persona o no puede atender pedidos móviles',
    ja: 'その担当者はいないか、モバイル受注を処理できません',
  },
  'phoneOrders.clerkOutside': {
    code: 422,
    zh: '{name} 看不到这个网点的手机单',
    en: '{name} does not see phone orders of this outlet',
    es: '{name} no ve los pedidos móviles de esta sede',
    ja: '{name} はこの拠点のモバイル受注を参照できません',
  },
  'phoneOrders.pickupPast': {
    code: 422,
    zh: '计划提货时间已过',
    en: 'The planned pickup is in the past',
    es: 'La recogida prevista ya pasó',
    ja: '集荷予定の日時が過ぎています',
  },
  'phoneOrders.pickupFar': {
    code: 422,
    zh: '计划提货时间超过 {days} 天',
    en: 'The planned pickup is more than {days} days ahead',
    es: 'La recogida prevista es a más de {days} días',
    ja: '集荷予定が {days} 日より先です',
  },
} as const satisfies Reasons
