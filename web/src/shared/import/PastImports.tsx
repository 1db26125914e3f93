import { useQuery } from '@tanstack/react-query'
import { getImports, type ImportBatch, type ImportPage, undoImport } from '@xunyun/contract/workbench/imports'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../action/useAction.ts'
import { q } from '../api/query.ts'
import { confirm } from '../ui/confirm.ts'
import { dateTime, figure } from '../ui/format.ts'
import styles from './Import.module.css'

/** What was imported on this page, and the way back: whole, while nothing depends on it. */
export function PastImports({ page, refresh }: { page: ImportPage; refresh: readonly string[] }) {
  const { t } = useTranslation('ui')
  const past = useQuery({
    ...q(getImports, { page }),
    staleTime: 0,
  })
  const undo = useAction(undoImport, {
    success: (answer) => t('import.undone', { count: answer.undone }),
    refresh: [...refresh, '/api/Imports/'],
  })
  const ask = async (batch: ImportBatch) => {
    const yes = await confirm({
      title: t('import.undoAsk', { name: batch.fileName }),
      text: t('import.undoText', { count: batch.accepted }),
      yes: t('import.undo'),
      danger: true,
    })
    if (yes) await undo.run({ page, id: batch.id })
  }
  if (!past.data?.length) return null
  return (
    <section className={styles.past} aria-labelledby={`past-${page}`}>
      <h2 id={`past-${page}`}>{t('import.past')}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('import.at')}</th>
            <th>{t('import.file')}</th>
            <th>{t('import.by')}</th>
            <th className={styles.right}>{t('import.acceptedRows')}</th>
            <th className={styles.right}>{t('import.refusedRows')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {past.data.map((batch) => (
            <tr key={batch.id}>
              <td>{dateTime(batch.at)}</td>
              <td>{batch.fileName}</td>
              <td>{batch.byName}</td>
              <td className={styles.right}>{figure(batch.accepted)}</td>
              <td className={styles.right}>{figure(batch.refused)}</td>
              <td>
                {batch.undoneAt ? (
                  <span className={styles.quiet}>{t('import.undoneAt', { at: dateTime(batch.undoneAt) })}</span>
                ) : (
                  batch.mayUndo && (
                    <Button type="link" size="small" danger onClick={() => void ask(batch).catch(() => undefined)}>
                      {t('import.undo')}
                    </Button>
                  )
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
