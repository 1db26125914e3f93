import { pageOf } from '@xunyun/contract/pages'
import { todoDays } from '@xunyun/contract/printing/calls'
import { type DocumentType, documentTypes, printTypeTitles } from '@xunyun/contract/printing/papers'
import { Segmented } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { paths, pathTo } from '../../paths.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { OpenBatches } from './OpenBatches.tsx'
import styles from './Printing.module.css'
import { TripList, WaybillList } from './PrintLists.tsx'
import { usePrint } from './usePrint.tsx'

const isType = (type: string | undefined): type is DocumentType => documentTypes.some((known) => known === type)

/** Print each paper once: what is to be printed of a type, and what was begun and not finished. */
export default function PrintPage() {
  const { t } = useTranslation('printing')
  const language = useLanguage()
  const navigate = useNavigate()
  const { setTitle } = useTab()
  const { type } = useParams()
  const print = usePrint()
  const name = isType(type) ? printTypeTitles[type][language] : ''
  useEffect(() => {
    if (name !== '') setTitle(`${pageOf('printDocuments').titles[language]} ${name}`)
  }, [setTitle, language, name])
  if (!isType(type)) return <Navigate to={paths.notFound} replace />
  const types = (
    <div className={styles.bar}>
      <Segmented<DocumentType>
        className={styles.types}
        aria-label={t('types')}
        value={type}
        onChange={(next) => void navigate(pathTo('printDocuments', { type: next }))}
        options={documentTypes.map((value) => ({ value, label: printTypeTitles[value][language] }))}
      />
      <span className={styles.hint}>{t('todoHint', { days: todoDays })}</span>
    </div>
  )
  return (
    <div className={styles.page}>
      {types}
      <OpenBatches type={type} onResume={(batch) => print.ask({ type, rows: [], batch })} />
      <div className={styles.list}>
        {type === 'loading' ? <TripList print={print} /> : <WaybillList type={type} print={print} />}
      </div>
      {print.dialog}
    </div>
  )
}
