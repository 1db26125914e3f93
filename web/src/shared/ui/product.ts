import { i18n } from '../i18n/i18n.ts'

/** Name of the product: what the installation calls it, else our own in the language now (RT-21). */
export const productTitle = (): string => import.meta.env.VITE_PRODUCT_TITLE || i18n.t('common:product')

export const pageTitle = (title: string): string => `${title} - ${productTitle()}`
