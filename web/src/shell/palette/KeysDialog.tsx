import { useTranslation } from 'react-i18next'
import { type TextKey, useSay } from '../../shared/i18n/textKey.ts'
import { capsOf, useKeyGroups } from '../../shared/keys/keys.ts'
import { Overlay } from './Overlay.tsx'
import styles from './Palette.module.css'

/** The keys in force where one is now, as those who listen for them registered them. */
export function KeysDialog() {
  const { t } = useTranslation('shell')
  const say = useSay()
  const groups = useKeyGroups((registered) => registered.groups)
  const titles = [...new Set<TextKey>(['shell:keys.everywhere', ...groups.map(({ title }) => title)])]
  return (
    <Overlay label={t('keys')}>
      <h2 className={styles.keysTitle}>{t('keys')}</h2>
      <div className={styles.keys}>
        {titles.map((title) => {
          const shortcuts = new Map(
            groups
              .filter((group) => group.title === title)
              .flatMap((group) => group.shortcuts)
              .map((shortcut) => [shortcut.keys, shortcut.label]),
          )
          return (
            <section key={title}>
              <h3>{say(title)}</h3>
              <dl>
                {[...shortcuts].map(([keys, label]) => (
                  <div key={keys}>
                    <dt>{say(label)}</dt>
                    <dd>
                      {capsOf(keys).map((cap) => (
                        <kbd key={cap}>{cap}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Overlay>
  )
}
