import { Dropdown } from 'antd'
import { ChevronDown, Pin, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type KeyGroup, useKeysListed } from '../../shared/keys/keys.ts'
import type { Tab } from '../../shared/tabs/rules.ts'
import { useTabs } from '../../shared/tabs/tabs.ts'
import { closeAsking } from './leave.ts'
import { TabMenu } from './TabMenu.tsx'
import { panelId, tabId } from './TabPages.tsx'
import styles from './TabStrip.module.css'
import { titleOf } from './useTabTitle.ts'

// SH-06: what stays free beside the active tab when it is scrolled into sight.
const scrollPadding = 4

const tabKeys: KeyGroup = {
  title: 'shell:tabs',
  shortcuts: [
    { keys: 'ArrowLeft', label: 'shell:keys.tabLeft' },
    { keys: 'ArrowRight', label: 'shell:keys.tabRight' },
    { keys: 'Enter', label: 'shell:keys.tabOpen' },
    { keys: 'Delete', label: 'shell:tab.close' },
    { keys: 'Shift+F10', label: 'shell:tabMenu' },
  ],
}

/** The open pages. Right click: refresh, close, close others, close all (SH-06). */
export function TabStrip() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const navigate = useNavigate()
  const { tabs, active, dirty } = useTabs()
  const strip = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<{ tab: Tab; x: number; y: number } | null>(null)

  const go = (to: string) => void navigate(to)
  useKeysListed(tabKeys)
  // The keyboard goes on at the tab that is shown instead.
  const close = (tab: Tab, byKey = false) =>
    void closeAsking([tab.path], go).then(() => {
      if (byKey) requestAnimationFrame(() => strip.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
    })

  const openMenu = (tab: Tab) => (event: MouseEvent) => {
    event.preventDefault()
    setMenu({ tab, x: event.clientX, y: event.clientY })
  }

  const onKey = (tab: Tab) => (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.indexOf(tab)
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const end = event.key === 'Home' ? tabs[0] : event.key === 'End' ? tabs.at(-1) : undefined
    const next = end ?? (step === 0 ? undefined : tabs[at + step])
    if (next) {
      event.preventDefault()
      document.getElementById(tabId(next.path))?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      go(tab.fullPath)
    } else if (event.key === 'Delete' && !tab.meta.affix) {
      close(tab, true)
    } else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault()
      const box = event.currentTarget.getBoundingClientRect()
      setMenu({ tab, x: box.left, y: box.bottom })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tab or a longer title moves the active one too
  useEffect(() => {
    const box = strip.current
    const shown = active === null ? null : document.getElementById(tabId(active))
    if (!box || !shown) return
    const { offsetLeft, offsetWidth } = shown.parentElement ?? shown
    const left = offsetLeft - scrollPadding
    const right = offsetLeft + offsetWidth + scrollPadding
    if (left < box.scrollLeft) box.scrollLeft = left
    else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth
  }, [active, tabs])

  return (
    <nav className={styles.bar} aria-label={t('tabs')}>
      {/* Owns its tabs from afar: a tab may hold no button, and a tab list nothing but tabs. */}
      <div role="tablist" aria-label={t('tabs')} aria-owns={tabs.map((tab) => tabId(tab.path)).join(' ')} />
      <div
        ref={strip}
        className={styles.strip}
        onWheel={(event) => {
          if (strip.current && event.deltaX === 0) strip.current.scrollLeft += event.deltaY
        }}
      >
        {tabs.map((tab) => {
          const title = titleOf(tab, language)
          const chosen = tab.path === active
          return (
            <div key={tab.path} className={styles.tab} data-dirty={dirty[tab.path]} data-chosen={chosen || undefined}>
              <div
                id={tabId(tab.path)}
                role="tab"
                tabIndex={tab.path === (active ?? tabs[0]?.path) ? 0 : -1}
                aria-selected={chosen}
                aria-controls={chosen ? panelId(tab.path) : undefined}
                className={styles.grip}
                title={title}
                onClick={() => go(tab.fullPath)}
                onAuxClick={(event) => {
                  if (event.button === 1 && !tab.meta.affix) close(tab)
                }}
                onContextMenu={openMenu(tab)}
                onKeyDown={onKey(tab)}
              >
                {tab.meta.affix && <Pin size={12} strokeWidth={1.75} className={styles.pin} aria-hidden="true" />}
                <span className={styles.title}>{title}</span>
                {dirty[tab.path] && <span className={styles.dot} role="img" aria-label={t('tab.unsaved')} />}
              </div>
              {!tab.meta.affix && (
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles.close}
                  aria-label={t('tab.closeNamed', { title })}
                  onClick={() => close(tab)}
                >
                  <X size={12} strokeWidth={1.75} />
                </button>
              )}
            </div>
          )
        })}
      </div>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          className: styles.all,
          selectedKeys: active === null ? [] : [active],
          items: tabs.map((tab) => ({ key: tab.path, label: titleOf(tab, language), onClick: () => go(tab.fullPath) })),
        }}
      >
        <button type="button" className={styles.more} aria-label={t('allTabs')}>
          <ChevronDown size={16} strokeWidth={1.6} />
        </button>
      </Dropdown>
      {menu && <TabMenu {...menu} onClose={() => setMenu(null)} />}
    </nav>
  )
}
