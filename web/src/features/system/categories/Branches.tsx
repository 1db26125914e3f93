import type { CategoryNode } from '@xunyun/contract/system/categories'
import { Input } from 'antd'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dropped, type Place, type Step, stepped } from '../../../shared/tree/moves.ts'
import { NameCell, TreeContext } from '../../../shared/tree/NameCell.tsx'
import { TreeDrag } from '../../../shared/tree/TreeDrag.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useStable } from '../../../shared/ui/useStable.ts'
import styles from './Categories.module.css'

type Props = {
  readonly tree: readonly CategoryNode[]
  /** 0: the roots. */
  readonly chosen: number
  readonly onChoose: (pid: number) => void
  /** Null: nothing may be moved. */
  readonly onMove: ((id: number, place: Place) => void) | null
}

/** The trees of categories: one is chosen, found, put elsewhere. */
export function Branches({ tree, chosen, onChoose, onMove }: Props) {
  const { t } = useTranslation('system')
  const [words, setWords] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(() => tree.map((node) => ({ ...node, ParentID: node.pid })), [tree])
  const wanted = words.trim().toLowerCase()
  const shown = useMemo(() => shownNodes(rows, wanted, folded), [rows, wanted, folded])
  const toggle = useStable((id: number) => {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    setFolded(next)
  })
  const go = (id: number, place: Place | null) => {
    if (place !== null) onMove?.(id, place)
  }
  const onStep = useStable((id: number, step: Step) => go(id, stepped(rows, id, step)))
  const mayMove = onMove !== null && wanted === ''
  const context = useMemo(
    () => ({ folded, toggle, onStep: mayMove ? onStep : null }),
    [folded, toggle, onStep, mayMove],
  )
  return (
    <nav className={styles.branches} aria-label={t('category.tree')}>
      <Input
        type="search"
        value={words}
        allowClear
        placeholder={t('category.find')}
        aria-label={t('category.find')}
        prefix={<Search size={14} strokeWidth={1.75} />}
        onChange={(event) => setWords(event.target.value)}
      />
      <TreeContext value={context}>
        <TreeDrag
          className={styles.tree}
          mayDrop={(id, target, side) => mayMove && dropped(rows, id, target, side) !== null}
          onDrop={(id, target, side) => go(id, dropped(rows, id, target, side))}
        >
          <ul>
            <li>
              <button
                type="button"
                className={styles.all}
                aria-current={chosen === 0 ? 'true' : undefined}
                onClick={() => onChoose(0)}
              >
                {t('category.roots')}
              </button>
            </li>
            {shown.map(({ node, depth, children }) => (
              <li key={node.id} data-chosen={node.id === chosen || undefined} data-off={!node.enabled || undefined}>
                <NameCell
                  id={node.id}
                  name={node.name}
                  depth={depth}
                  hasChildren={children && wanted === ''}
                  current
                  open={() => onChoose(node.id)}
                />
              </li>
            ))}
          </ul>
          {tree.length > 0 && shown.length === 0 && <Empty title={t('category.notFound')} />}
        </TreeDrag>
      </TreeContext>
    </nav>
  )
}

type Row = CategoryNode & { readonly ParentID: number }

/** Found ones with those above them, or all that no fold hides. */
function shownNodes(rows: readonly Row[], wanted: string, folded: ReadonlySet<number>) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const keep = new Set<number>()
  for (const row of rows) {
    if (wanted !== '' && !`${row.code} ${row.name}`.toLowerCase().includes(wanted)) continue
    for (let at: Row | undefined = row; at; at = byId.get(at.pid)) keep.add(at.id)
  }
  const depths = new Map<number, number>()
  const away = new Set<number>()
  return rows.flatMap((row) => {
    const depth = (depths.get(row.pid) ?? -1) + 1
    depths.set(row.id, depth)
    if (wanted === '' && (folded.has(row.pid) || away.has(row.pid))) away.add(row.id)
    if (!keep.has(row.id) || away.has(row.id)) return []
    return [{ node: row, depth, children: rows.some(({ pid }) => pid === row.id) }]
  })
}
