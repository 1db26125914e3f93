import { pageOf, rightPages } from '@xunyun/contract/pages'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'

/** Rights in a timeline: the pages by their titles, and `browse+!edit` in words. */
export function useRightWords() {
  const { t } = useTranslation('system')
  const language = useLanguage()
  const kinds: Readonly<Record<string, string>> = {
    browse: t('rights.browse'),
    edit: t('rights.edit'),
    approve: t('rights.approve'),
  }
  const one = (part: string) =>
    part.startsWith('!') ? t('own.deniedKind', { kind: kinds[part.slice(1)] ?? '' }) : (kinds[part] ?? '')
  return {
    pages: Object.fromEntries(rightPages.map((page) => [page, pageOf(page).titles[language]])),
    /** Undefined: it does not speak of rights. */
    says: (value: string): string | undefined => {
      const parts = value.split('+')
      return parts.every((part) => part.replace(/^!/, '') in kinds) ? parts.map(one).join(' + ') : undefined
    },
  }
}
