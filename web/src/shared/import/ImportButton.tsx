import type { ImportPage } from '@xunyun/contract/workbench/imports'
import { Button } from 'antd'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { late } from '../ui/late.tsx'

const ImportSheet = late(() => import('./ImportSheet.tsx').then((file) => file.ImportSheet))

/** Beside the primary action of a list of master records. */
export function ImportButton({
  page,
  refresh,
  label,
}: {
  page: ImportPage
  refresh: readonly string[]
  /** What the file brings, where it is not the records themselves. */
  label?: string
}) {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<FileUp size={14} strokeWidth={1.75} />} onClick={() => setOpen(true)}>
        {label ?? t('import.button')}
      </Button>
      {open && <ImportSheet page={page} refresh={refresh} label={label} onClose={() => setOpen(false)} />}
    </>
  )
}
