import { Command } from 'cmdk'
import { CornerDownLeft, FileText, Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { menuTitle } from '../../shared/session/menus.ts'
import { useTabs } from '../../shared/tabs/tabs.ts'
import { menuIcon } from '../../shared/ui/menuIcon.tsx'
import { openMenuItem } from '../side/MenuLink.tsx'
import { useMenuSearch, useNameMatch } from '../side/useMenuSearch.ts'
import { titleOf } from '../tabs/useTabTitle.ts'
import { usePaletteActions } from './actions.ts'
import { Overlay } from './Overlay.tsx'
import { closeOverlay, useOverlay } from './open.ts'
import styles from './Palette.module.css'
import { useRecords } from './records.ts'

const menusShown = 8

/** Everything by its name: open pages, the menu, actions, and records by number. */
export function Palette() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const navigate = useNavigate()
  const [words, setWords] = useState(() => useOverlay.getState().typed)
  const [chosen, setChosen] = useState('')
  const { tabs, active } = useTabs()
  const { found, prepare } = useMenuSearch(words)
  const { matches, prepare: prepareNames } = useNameMatch()
  const { groups, asked } = useRecords(words)
  const actions = usePaletteActions()
  useEffect(() => {
    prepare()
    prepareNames()
  }, [prepare, prepareNames])

  const isEmpty = words.trim() === ''
  const openTabs = tabs.filter((tab) => tab.path !== active && (isEmpty || matches(titleOf(tab, language), words)))
  const doable = isEmpty
    ? actions
    : actions.filter(({ title, also = '' }) => matches(title, words) || matches(also, words))
  const records = groups.filter(({ hits, error }) => hits.length > 0 || error !== null)
  const waiting = groups.some((group) => group.waiting)
  const nothing = !waiting && openTabs.length + found.length + doable.length + records.length === 0

  const then = (act: () => void) => () => {
    closeOverlay()
    act()
  }
  const go = (to: string) => then(() => void navigate(to))

  return (
    <Overlay label={t('palette')}>
      <Command label={t('palette')} shouldFilter={false} loop value={chosen} onValueChange={setChosen}>
        <div className={styles.box}>
          <Search size={16} strokeWidth={1.6} aria-hidden="true" />
          <Command.Input
            autoFocus
            value={words}
            // What stood first among the answers to other words must not be taken by Enter.
            onValueChange={(text) => {
              setWords(text)
              setChosen('')
            }}
            placeholder={t('palette.hint')}
            aria-label={t('palette.hint')}
          />
          <kbd>Esc</kbd>
        </div>
        <Command.List className={styles.list} label={t('palette.results')}>
          {openTabs.length > 0 && (
            <Command.Group heading={t('tabs')}>
              {openTabs.slice(0, menusShown).map((tab) => (
                <Item
                  key={tab.path}
                  value={`tab ${tab.path}`}
                  icon={<FileText {...look} />}
                  onSelect={go(tab.fullPath)}
                >
                  {titleOf(tab, language)}
                </Item>
              ))}
            </Command.Group>
          )}
          {found.length > 0 && (
            <Command.Group heading={t('menu')}>
              {found.slice(0, menusShown).map(({ item, trail }) => {
                const Icon = menuIcon(item.Icon || (trail.at(-1)?.Icon ?? ''))
                return (
                  <Item
                    key={item.MenuID}
                    value={`menu ${item.MenuID}`}
                    icon={<Icon {...look} />}
                    hint={trail.map((parent) => menuTitle(parent, language)).join(' / ')}
                    onSelect={then(() => openMenuItem(item, (to) => void navigate(to)))}
                  >
                    {menuTitle(item, language)}
                  </Item>
                )
              })}
            </Command.Group>
          )}
          {records.map(({ key, hits, error, retry }) => (
            <Command.Group key={key} heading={t(`palette.${key}`)}>
              {hits.map(({ id, title, hint, to }) => (
                <Item key={id} value={id} icon={<FileText {...look} />} hint={hint} onSelect={go(to)}>
                  {title}
                </Item>
              ))}
              {error && (
                <Item value={`retry ${key}`} hint={t('palette.again')} onSelect={retry}>
                  {t('palette.failed', { text: error.message })}
                </Item>
              )}
            </Command.Group>
          ))}
          {doable.length > 0 && (
            <Command.Group heading={t('palette.actions')}>
              {doable.map(({ key, title, Icon, run }) => (
                <Item key={key} value={`act ${key}`} icon={<Icon {...look} />} onSelect={then(run)}>
                  {title}
                </Item>
              ))}
            </Command.Group>
          )}
        </Command.List>
        <p className={styles.state} role="status">
          {waiting
            ? t('palette.searching')
            : nothing
              ? t('palette.nothing')
              : asked || isEmpty
                ? ''
                : t('palette.more')}
        </p>
      </Command>
    </Overlay>
  )
}

const look = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const

type ItemProps = {
  value: string
  icon?: ReactNode
  hint?: string
  onSelect: () => void
  children: ReactNode
}

function Item({ value, icon, hint, onSelect, children }: ItemProps) {
  return (
    <Command.Item value={value} className={styles.item} onSelect={onSelect}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.name}>{children}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
      <CornerDownLeft size={14} strokeWidth={1.75} className={styles.enter} aria-hidden="true" />
    </Command.Item>
  )
}
