import { type PageKey, pageOf } from '@xunyun/contract/pages'
import { Button } from 'antd'
import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { Notice } from '../../shared/ui/Notice.tsx'
import styles from './pages.module.css'

/** The page is there, the right is not: which one, and who can grant it. */
export default function Forbidden() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const navigate = useNavigate()
  const { state } = useLocation()
  const page = (state as { page?: PageKey } | null)?.page
  return (
    <div className={styles.page}>
      <Notice
        icon={<LockKeyhole size={28} strokeWidth={1.25} />}
        title={<h1 className={styles.title}>{t('forbidden.title')}</h1>}
        text={page && t('forbidden.text', { page: pageOf(page).titles[language] })}
      >
        <Button onClick={() => void navigate(-1)}>{t('back')}</Button>
        <Button type="primary" onClick={() => void navigate(pathTo('dashboard'))}>
          {t('home')}
        </Button>
      </Notice>
    </div>
  )
}
