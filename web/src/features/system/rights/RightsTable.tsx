import type { Kind } from '@xunyun/contract/kernel/call'
import { kinds } from '@xunyun/contract/rights'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { Checkbox } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { type MenuNode, menuTitle } from '../../../shared/session/menus.ts'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import styles from '../System.module.css'
import { carriesRight, entriesOf, onlyEntries, rightsTree, shareOf, type Ticks, tick, ticksOf } from './rightsModel.ts'

type Props = {
  readonly menus: readonly MenuItem[]
  /** Part of a title. */
  readonly find: string
  /** Just these entries, and what they hang below. */
  readonly only?: (item: MenuItem) => boolean
  /** A whole `td`: for a page alone, for a group all below it. */
  readonly cell: (of: CellOf) => ReactNode
}
export type CellOf = {
  readonly items: readonly MenuItem[]
  readonly kind: Kind
  readonly title: string
  /** Stands for all below it. */
  readonly isGroup: boolean
}

/** The menu as a tree, with a cell a kind. */
export function RightsTable({ menus, find, only, cell }: Props) {
  const { t } = useTranslation('system')
  const language = useLanguage()
  const step = useIsPhone() ? 12 : 20
  const wanted = find.trim().toLowerCase()
  const finds = (item: MenuItem) => wanted === '' || menuTitle(item, language).toLowerCase().includes(wanted)
  const tree = rightsTree(menus)
  const lines = (only ? onlyEntries(tree, only) : tree).flatMap((node) => linesOf(node, 0, finds))
  return (
    <div className={styles.tableFrame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('rights.page')}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {t(`rights.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ node, depth }) => {
            const title = menuTitle(node.item, language)
            const isGroup = !carriesRight(node.item)
            // A page with buttons below it is set alone; a group stands for all below.
            const items = isGroup ? entriesOf(node) : [node.item]
            return (
              <tr key={node.item.MenuID} data-group={isGroup || undefined}>
                <th scope="row" style={{ paddingInlineStart: 16 + depth * step }}>
                  {title}
                </th>
                {kinds.map((kind) => (
                  <Fragment key={kind}>{cell({ items, kind, title, isGroup })}</Fragment>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {lines.length === 0 && <p className={styles.hint}>{t('rights.nothing')}</p>}
    </div>
  )
}

type LineOf = { readonly node: MenuNode; readonly depth: number }

/** Found entries, what is below a found one, and what they hang below. */
function linesOf(node: MenuNode, depth: number, finds: (item: MenuItem) => boolean): LineOf[] {
  const found = finds(node.item)
  const below = node.children.flatMap((child) => linesOf(child, depth + 1, found ? () => true : finds))
  return found || below.length > 0 ? [{ node, depth }, ...below] : []
}

type TickProps = CellOf & {
  readonly ticks: Ticks
  readonly before: Ticks
  /** Nobody gives what they do not hold; the server refuses it too. */
  readonly mayGrant: (item: MenuItem, kind: Kind) => boolean
  readonly onChange: (ticks: Ticks) => void
}

/** A tick; beside a group it is for everything below. */
export function TickCell({ items, kind, title, ticks, before, mayGrant, onChange }: TickProps) {
  const { t } = useTranslation('system')
  const may = items.filter((item) => mayGrant(item, kind) || ticksOf(before, item.MenuID).has(kind))
  const share = shareOf(
    ticks,
    items.map((item) => item.MenuID),
    kind,
  )
  const beyond = may.length === 0
  return (
    <td title={beyond ? t('rights.beyond') : undefined}>
      <Checkbox
        checked={share === 'all'}
        indeterminate={share === 'some'}
        disabled={beyond}
        aria-label={`${title} ${t(`rights.${kind}`)}`}
        onChange={(event) =>
          onChange(
            tick(
              ticks,
              may.map((item) => item.MenuID),
              kind,
              event.target.checked,
            ),
          )
        }
      />
    </td>
  )
}
