import type { StoredFile } from '@xunyun/contract/system/files'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { apiHost } from '../api/api.ts'
import { Empty } from '../ui/Notice.tsx'
import { DetailSection } from './DetailPage.tsx'
import styles from './Files.module.css'

/** Photos and papers that belong to a record, to be looked at. */
export function Files({ files }: { files: readonly StoredFile[] }) {
  const { t } = useTranslation('ui')
  if (files.length === 0) return <Empty title={t('files.none')} />
  return (
    <DetailSection>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.FileID}>
            <a href={apiHost + file.Url} target="_blank" rel="noreferrer">
              {file.Type.startsWith('image/') ? (
                <img src={apiHost + file.Url} alt={file.Name} />
              ) : (
                <FileText size={32} strokeWidth={1.25} aria-hidden="true" />
              )}
              <span>{file.Name}</span>
            </a>
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}
