import type { Language } from '@xunyun/contract/pages'
import { useTranslation } from 'react-i18next'

/** The language now; the component draws anew when it is switched. */
export const useLanguage = (): Language => useTranslation().i18n.language as Language
