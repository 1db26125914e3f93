import { pageOf } from '@xunyun/contract/pages'
import type { ImportPage } from '@xunyun/contract/workbench/imports'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../i18n/useLanguage.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { ImportPanel } from './ImportPanel.tsx'

const mostRows = 5000

type Props = {
  readonly page: ImportPage
  readonly refresh: readonly string[]
  /** What the file brings, where it is not the records of the page. */
  readonly label?: string | undefined
  readonly onClose: () => void
}

/** The import of a list of master records, over it. */
export function ImportSheet({ page, refresh, label, onClose }: Props) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  return (
    <Sheet width={760} title={label ?? `${t('import.button')} · ${pageOf(page).titles[language]}`} onClose={onClose}>
      <ImportPanel page={page} maxRows={mostRows} refresh={refresh} />
    </Sheet>
  )
}
