import { useQuery } from '@tanstack/react-query'
import { type PageKey, pageOf } from '@xunyun/contract/pages'
import { explainRight } from '@xunyun/contract/system/explain'
import { Button } from 'antd'
import { LockKeyhole } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { q } from '../../shared/api/query.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { rightsOfPath } from '../../shared/session/rights.ts'
import { openSession, useSession } from '../../shared/session/session.ts'
import { fetchUserInfo } from '../../shared/session/userInfo.ts'
import { WhyRight } from '../../shared/session/Why.tsx'
import { Notice } from '../../shared/ui/Notice.tsx'
import styles from './pages.module.css'

type Asked = { readonly page?: PageKey; readonly asked?: string }

/** The page is there, the right is not: which one, why, and who can grant it. */
export default function Forbidden() {
  const { t } = useTranslation(['shell', 'system', 'ui'])
  const language = useLanguage()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { page, asked } = (state as Asked | null) ?? {}
  const { data } = useQuery({
    ...q(explainRight, { page, kind: 'browse' }),
    enabled: page !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  useComeBack(data?.allowed === true ? asked : undefined)
  const [right] = data?.rights ?? []
  const separator = t('ui:list.separator')
  return (
    <div className={styles.page}>
      <Notice
        icon={<LockKeyhole size={28} strokeWidth={1.25} />}
        title={<h1 className={styles.title}>{t('forbidden.title')}</h1>}
        text={
          page && (
            <>
              {t('forbidden.text', { page: pageOf(page).titles[language] })}
              <span className={styles.reason}>{right && <WhyRight right={right} />}</span>
              <span className={styles.reason}>
                {data && data.grantors.length > 0 && t('system:why.grantors', { names: data.grantors.join(separator) })}
              </span>
            </>
          )
        }
      >
        <Button onClick={() => void navigate(-1)}>{t('back')}</Button>
        <Button type="primary" onClick={() => void navigate(pathTo('dashboard'))}>
          {t('home')}
        </Button>
      </Notice>
    </div>
  )
}

/** The right was given meanwhile (SE-09): the menu is asked for again, and the way goes on. */
function useComeBack(asked: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (asked === undefined) return
    fetchUserInfo()
      .then((userInfo) => {
        openSession(userInfo)
        if (rightsOfPath(useSession.getState().menus, asked).browse) void navigate(asked, { replace: true })
      })
      .catch(() => undefined)
  }, [asked, navigate])
}
