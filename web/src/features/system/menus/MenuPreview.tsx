import { useQuery } from '@tanstack/react-query'
import { getFuncTypeAll } from '@xunyun/contract/system/menus'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { buildTree, type MenuNode, menuTitle, topEntries, visibleEntries } from '../../../shared/session/menus.ts'
import { menuIcon } from '../../../shared/ui/menuIcon.tsx'
import { Empty, LoadError } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { Bone } from '../../../shared/ui/Skeleton.tsx'
import styles from './MenuPreview.module.css'

/** Top bar and side menu as somebody with every right sees them. */
export function MenuPreview({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('system')
  const language = useLanguage()
  const [chosen, setChosen] = useState<number | null>(null)
  const { data, error, refetch } = useQuery(q(getFuncTypeAll, {}))
  const tops = data === undefined ? [] : topEntries(buildTree(data))
  const top = tops.find(({ item }) => item.MenuID === chosen) ?? tops.find(({ children }) => children.length > 0)
  const side = visibleEntries(top?.children ?? [])
  return (
    <Sheet title={t('menu.preview')} onClose={onClose} width={560}>
      {error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Bone width="80%" />
      ) : (
        <>
          <p className={styles.hint}>{t('menu.previewHint')}</p>
          <div className={styles.top} role="tablist" aria-label={t('menu.previewTop')}>
            {tops.map((node) => (
              <button
                key={node.item.MenuID}
                type="button"
                role="tab"
                aria-selected={node === top}
                onClick={() => setChosen(node.item.MenuID)}
              >
                <Title node={node} />
              </button>
            ))}
          </div>
          <nav className={styles.side} aria-label={top ? menuTitle(top.item, language) : t('menu.preview')}>
            {side.length === 0 ? <Empty title={t('menu.previewEmpty')} /> : <Nodes nodes={side} depth={0} />}
          </nav>
        </>
      )}
    </Sheet>
  )
}

function Nodes({ nodes, depth }: { nodes: readonly MenuNode[]; depth: number }) {
  return (
    <ul>
      {nodes.map((node) => {
        const Icon = menuIcon(node.item.Icon)
        return (
          <li key={node.item.MenuID}>
            <span className={styles.entry} style={{ paddingInlineStart: 16 + depth * 20 }}>
              {depth === 0 && <Icon size={16} strokeWidth={1.6} aria-hidden="true" />}
              <Title node={node} />
            </span>
            {node.children.length > 0 && <Nodes nodes={node.children} depth={depth + 1} />}
          </li>
        )
      })}
    </ul>
  )
}

function Title({ node: { item } }: { node: MenuNode }) {
  const { t } = useTranslation('system')
  const language = useLanguage()
  const elsewhere = item.openwindow === 1 || /^https?:/i.test(item.GoUrl)
  return (
    <>
      {menuTitle(item, language)}
      {elsewhere && <ExternalLink size={12} strokeWidth={1.75} aria-label={t('menu.window')} />}
    </>
  )
}
