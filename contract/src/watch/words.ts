import type { Language, Titles } from '../languages.ts'
import type { keyReasons, WatchRow } from './calls.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** Why a waybill is a key one, in words. */
export const keyReasonWords: Readonly<Record<(typeof keyReasons)[number], Titles>> = {
  marked: say('手工', 'By hand', 'Manual', '手動'),
  urgent: say('加急', 'Urgent', 'Urgente', '至急'),
  hazard: say('危险品', 'Hazardous', 'Peligrosa', '危険物'),
  cold: say('冷链', 'Cold chain', 'Cadena de frío', '冷凍冷蔵'),
  declared: say('高声明价值', 'High declared value', 'Valor declarado alto', '申告価額が高い'),
  cod: say('高代收货款', 'High COD', 'Contra reembolso alto', '代引金額が高い'),
  vip: say('VIP 客户', 'VIP customer', 'Cliente VIP', 'VIP 顧客'),
}

const atShipper = say('发货人处', "Shipper's", 'En el remitente', '発送人')
const atPickup = say('待自提', 'Awaiting pickup', 'Por recoger', '引取待ち')
/** Where pieces are, in words; how many only where they are apart. */
export const whereSaid = (where: WatchRow['where'], language: Language): string =>
  where
    .map(({ place, name, pieces }) =>
      [
        place === 'shipper' ? atShipper[language] : place === 'pickup' ? `${name} ${atPickup[language]}` : name,
        where.length > 1 ? ` ${pieces}` : '',
      ].join(''),
    )
    .join(', ')
