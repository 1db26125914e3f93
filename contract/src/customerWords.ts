import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/**
 * Codes as a customer's account reads them, where the company's word tells of its own side: what is 应收 to us is 运费 to
 * him, and that a price waits for our review is our affair. By type and code of the dictionary.
 */
export const customerWords: Readonly<Record<string, Readonly<Record<string, Titles>>>> = {
  priceState: {
    unpriced: say('待计价', 'To be priced', 'Por calcular', '未計算'),
    pending: say('计价中', 'Being priced', 'En cálculo', '計算中'),
    reviewed: say('已计价', 'Priced', 'Calculado', '計算済み'),
    confirmed: say('已确认', 'Confirmed', 'Confirmado', '確定'),
  },
  priceDirection: {
    receivable: say('运费', 'Freight', 'Flete', '運賃'),
    payable: say('应付', 'Payable', 'Por pagar', '支払'),
  },
}
