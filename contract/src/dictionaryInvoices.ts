import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** Codes of invoices (domain-money M30–M38); a part of dictionary.ts. */
export const invoiceWords = {
  invoiceType: {
    special: say('专票', 'Special VAT invoice', 'Factura especial de IVA', '専用発票'),
    ordinary: say('普票', 'Ordinary invoice', 'Factura ordinaria', '普通発票'),
  },
} as const
