import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { others, type Tab } from '../../shared/tabs/rules.ts'
import { useTabs } from '../../shared/tabs/tabs.ts'
import { closeAsking } from './leave.ts'
import styles from './TabMenu.module.css'

type Props = { tab: Tab; x: number; y: number; onClose: () => void }

/** What can be done with a tab (SH-06). A pinned one can't be closed (SH-07). */
export function TabMenu({ tab, x, y, onClose }: Props) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const state = useTabs()
  const go = (to: string) => void navigate(to)
  const rest = others(state, tab.path)
  const all = others(state, '')

  const entries = [
    { key: 'refresh', run: () => go(paths.redirect(tab.fullPath)), off: false },
    { key: 'close', run: () => void closeAsking([tab.path], go), off: tab.meta.affix },
    {
      key: 'closeOthers',
      run: () => {
        go(tab.fullPath)
        void closeAsking(rest, go)
      },
      off: rest.length === 0,
    },
    { key: 'closeAll', run: () => void closeAsking(all, go), off: all.length === 0 },
  ] as const

  // Kept inside the window, and the keyboard begins at its first entry.
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    box.style.left = `${Math.min(x, window.innerWidth - box.offsetWidth - 4)}px`
    box.style.top = `${Math.min(y, window.innerHeight - box.offsetHeight - 4)}px`
    box.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
  }, [x, y])

  useEffect(() => {
    const leave = (event: Event) => {
      if (!(event.target instanceof Node && list.current?.contains(event.target))) onClose()
    }
    document.addEventListener('pointerdown', leave)
    window.addEventListener('blur', onClose)
    window.addEventListener('resize', onClose)
    return () => {
      document.removeEventListener('pointerdown', leave)
      window.removeEventListener('blur', onClose)
      window.removeEventListener('resize', onClose)
    }
  }, [onClose])

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') return onClose()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    buttons.at((at + step) % buttons.length)?.focus()
  }

  return (
    <div
      ref={list}
      className={styles.menu}
      role="menu"
      tabIndex={-1}
      aria-label={t('tabMenu')}
      onKeyDown={onKey}
      onContextMenu={(event) => event.preventDefault()}
    >
      {entries.map(({ key, run, off }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          disabled={off}
          onClick={() => {
            onClose()
            run()
          }}
        >
          {t(`tab.${key}`)}
        </button>
      ))}
    </div>
  )
}
