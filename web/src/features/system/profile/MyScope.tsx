import type { MyProfile } from '@xunyun/contract/system/profile'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { menuTitle, topEntries, visibleEntries } from '../../../shared/session/menus.ts'
import { rightsOf } from '../../../shared/session/rights.ts'
import { useSession } from '../../../shared/session/session.ts'
import styles from './Profile.module.css'

const kinds = ['browse', 'edit', 'approve'] as const

/** Which records I see, and what I may do on which page. Others decide about both. */
export function MyScope({ profile }: { profile: MyProfile }) {
  const { t } = useTranslation(['shell', 'system'])
  const language = useLanguage()
  const tree = useSession((session) => session.tree)
  return (
    <div className={styles.scope}>
      <section>
        <h2>{t('profile.records')}</h2>
        <p>{t(`system:scope.${profile.scope}`)}</p>
        {profile.companies.length > 0 && (
          <ul className={styles.companies}>
            {profile.companies.map(({ CompanyID, CompanyName, code }) => (
              <li key={CompanyID}>
                {CompanyName} <small>{code}</small>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2>{t('profile.warehouses')}</h2>
        {profile.warehouses === null || profile.warehouses.length === 0 ? (
          <p>{t(profile.warehouses === null ? 'profile.everyWarehouse' : 'profile.noWarehouse')}</p>
        ) : (
          <ul className={styles.companies}>
            {profile.warehouses.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2>{t('profile.pages')}</h2>
        <dl className={styles.rights}>
          {topEntries(tree)
            .flatMap((top) => visibleEntries(top.children))
            .flatMap((group) => (group.children.length > 0 ? group.children : [group]))
            .map(({ item }) => {
              const rights = rightsOf(item)
              return (
                <div key={item.MenuID}>
                  <dt>{menuTitle(item, language)}</dt>
                  <dd>
                    {kinds
                      .filter((kind) => rights[kind])
                      .map((kind) => t(`profile.kind.${kind}`))
                      .join(' · ')}
                  </dd>
                </div>
              )
            })}
        </dl>
      </section>
    </div>
  )
}
