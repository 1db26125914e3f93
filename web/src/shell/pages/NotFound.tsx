import { Button } from 'antd'
import { MapPinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { menuTitle, pagesBelow, visibleEntries } from '../../shared/session/menus.ts'
import { useSession } from '../../shared/session/session.ts'
import { Notice } from '../../shared/ui/Notice.tsx'
import { nearest } from './nearest.ts'
import styles from './pages.module.css'

/** RT-03: the address, the three entries nearest to it, and the ways on. */
export default function NotFound() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const navigate = useNavigate()
  const { state } = useLocation()
  const tree = useSession((session) => session.tree)
  const asked = (state as { asked?: string } | null)?.asked
  const near = asked ? nearest(asked, pagesBelow(visibleEntries(tree)), ({ GoUrl }) => GoUrl).slice(0, 3) : []
  return (
    <div className={styles.page}>
      <Notice
        icon={<MapPinOff size={28} strokeWidth={1.25} />}
        title={<h1 className={styles.title}>{t('notFound.title')}</h1>}
        text={asked && t('notFound.text', { path: asked })}
      >
        <Button onClick={() => void navigate(-1)}>{t('back')}</Button>
        <Button type="primary" onClick={() => void navigate(pathTo('dashboard'))}>
          {t('home')}
        </Button>
      </Notice>
      {near.length > 0 && (
        <div className={styles.near}>
          {t('notFound.near')}
          {near.map((item) => (
            <Link key={item.MenuID} to={item.GoUrl}>
              {menuTitle(item, language)}
            </Link>
          ))}
        </div>
      )}
    </div>
  )
}
