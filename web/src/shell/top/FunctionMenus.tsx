import { Dropdown } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type MenuNode, menuTitle } from '../../shared/session/menus.ts'
import { MenuLink } from '../side/MenuLink.tsx'
import { chooseTop, useMenu, useMenuTree } from '../side/useMenu.ts'
import styles from './TopBar.module.css'

/** The function menus (SH-01): choosing one puts its pages at the side (SH-02). What does not fit stands behind one button. */
export function FunctionMenus() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const { tops, chosen } = useMenuTree()
  const alone = useMenu((menu) => menu.alone)
  const shown = alone ? undefined : chosen
  const titles = tops.map(({ item }) => menuTitle(item, language))
  const { bar, fitting } = useFitting(titles.join())
  const spare = tops.slice(fitting)
  return (
    <nav ref={bar} className={styles.functions} aria-label={t('functions')}>
      {tops.map((node, at) => (
        <FunctionMenu
          key={node.item.MenuID}
          node={node}
          title={titles[at] ?? ''}
          chosen={node === shown}
          hidden={at >= fitting}
        />
      ))}
      {spare.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            selectedKeys: shown ? [String(shown.item.MenuID)] : [],
            items: spare.map((node) => ({
              key: node.item.MenuID,
              label: isPage(node) ? (
                <MenuLink item={node.item}>{menuTitle(node.item, language)}</MenuLink>
              ) : (
                menuTitle(node.item, language)
              ),
              onClick: () => !isPage(node) && chooseTop(node.item.MenuID),
            })),
          }}
        >
          <button
            type="button"
            className={styles.function}
            data-more
            aria-current={spare.some((node) => node === shown) || undefined}
          >
            {t('more')}
            <ChevronDown size={14} strokeWidth={1.75} />
          </button>
        </Dropdown>
      )}
    </nav>
  )
}

function FunctionMenu({
  node,
  title,
  chosen,
  hidden,
}: {
  node: MenuNode
  title: string
  chosen: boolean
  hidden: boolean
}) {
  const { item } = node
  const common = { className: styles.function, 'aria-current': chosen || undefined, 'data-hidden': hidden || undefined }
  if (isPage(node))
    return (
      <MenuLink item={item} className={styles.function} data-hidden={hidden || undefined}>
        {title}
      </MenuLink>
    )
  return (
    <button type="button" {...common} tabIndex={hidden ? -1 : undefined} onClick={() => chooseTop(item.MenuID)}>
      {title}
    </button>
  )
}

/** A function menu without pages below it is a page, or another address, itself. */
const isPage = ({ item, children }: MenuNode): boolean => children.length === 0 && item.GoUrl !== ''

const moreWidth = 80

/** How many of the children fit side by side. All stay in the page, the spare ones unseen, so that they can be measured. */
function useFitting(content: string) {
  const bar = useRef<HTMLElement>(null)
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other titles have other widths
  useLayoutEffect(() => {
    const box = bar.current
    if (!box) return
    const measure = () => {
      const widths = [...box.children]
        .filter((child) => !child.hasAttribute('data-more'))
        .map((child) => (child as HTMLElement).offsetWidth)
      const total = widths.reduce((sum, width) => sum + width, 0)
      if (total <= box.clientWidth) return setFitting(Number.POSITIVE_INFINITY)
      const room = box.clientWidth - moreWidth
      setFitting(widths.findIndex((_, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width, 0) > room))
    }
    // It tells of the box as it is now, too, once the page is laid out: to measure here would lay it out for that alone.
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [content])
  return { bar, fitting }
}
