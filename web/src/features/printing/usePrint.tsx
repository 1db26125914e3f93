import { type PrintType, printTypeTitles } from '@xunyun/contract/printing/papers'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import type { PrintRequest } from './PrintDialog.tsx'
import type { ToPrint } from './usePrinting.ts'

const PrintDialog = late(() => withTexts(['printing'], import('./PrintDialog.tsx')).then((file) => file.PrintDialog))

const OpenBatches = late(() => withTexts(['printing'], import('./OpenBatches.tsx')).then((file) => file.OpenBatches))

export type PrintAction = { readonly key: string; readonly label: string; readonly onClick: () => void }

export type Print = {
  /** May the person print at all? */
  readonly may: boolean
  readonly open: (type: PrintType, rows: readonly ToPrint[]) => void
  /** The action of a row or a selection, called after its paper; none for whoever may not print, and for no row. */
  readonly action: (type: PrintType, rows: readonly ToPrint[]) => PrintAction[]
  readonly ask: (request: PrintRequest) => void
  readonly dialog: ReactNode
  /** Batches of a type that were begun and not finished, for pages beside that of the documents. */
  readonly begun: (type: PrintType) => ReactNode
}

/** The print dialog for any page; its code comes when somebody prints. */
export function usePrint(): Print {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const may = useRight('printDocuments').browse
  const [request, setRequest] = useState<PrintRequest | null>(null)
  return {
    may,
    open: (type, rows) => setRequest({ type, rows }),
    action: (type, rows) =>
      may && rows.length > 0
        ? [
            {
              key: `print-${type}`,
              label: t('printPaper', { paper: printTypeTitles[type][language].toLowerCase() }),
              onClick: () => setRequest({ type, rows }),
            },
          ]
        : [],
    ask: setRequest,
    begun: (type) => may && <OpenBatches type={type} onResume={(batch) => setRequest({ type, rows: [], batch })} />,
    dialog: request && <PrintDialog request={request} onClose={() => setRequest(null)} />,
  }
}
