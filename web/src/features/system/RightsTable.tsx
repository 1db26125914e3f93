import type { Kind } from '@xunyun/contract/kernel/call'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type MenuNode, menuTitle } from '../../shared/session/menus.ts'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import { carriesRight, entriesOf, kinds, rightsTree, shareOf, type Ticks, tick, ticksOf } from './rightsModel.ts'
import styles from './system.module.css'

type Props = {
  readonly menus: readonly MenuItem[]
  readonly ticks: Ticks
  readonly before: Ticks
  readonly find: string
  /** Nobody gives what they do not hold; the server refuses it too. */
  readonly mayGrant: (item: MenuItem, kind: Kind) => boolean
  readonly onChange: (ticks: Ticks) => void
}

/** The menu as a tree, with a tick a kind. A tick beside a group is for everything below it. */
export function RightsTable(props: Props) {
  const { t } = useTranslation('system')
  const language = useLanguage()
  const wanted = props.find.trim().toLowerCase()
  const finds = (item: MenuItem) => wanted === '' || menuTitle(item, language).toLowerCase().includes(wanted)
  const lines = rightsTree(props.menus).flatMap((node) => linesOf(node, 0, finds))
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
          {lines.map((line) => (
            <Line key={line.node.item.MenuID} {...props} {...line} title={menuTitle(line.node.item, language)} />
          ))}
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

function Line({ node, depth, title, ticks, before, mayGrant, onChange }: Props & LineOf & { title: string }) {
  const { t } = useTranslation('system')
  const step = useIsPhone() ? 12 : 20
  const entries = entriesOf(node)
  // A page with buttons below it is ticked alone; a group stands for all below.
  const own = carriesRight(node.item) ? [node.item] : entries
  return (
    <tr data-group={!carriesRight(node.item) || undefined}>
      <th scope="row" style={{ paddingInlineStart: 16 + depth * step }}>
        {title}
      </th>
      {kinds.map((kind) => {
        const may = own.filter((item) => mayGrant(item, kind) || ticksOf(before, item.MenuID).has(kind))
        const menus = may.map((item) => item.MenuID)
        const share = shareOf(
          ticks,
          own.map((item) => item.MenuID),
          kind,
        )
        const beyond = may.length === 0
        return (
          <td key={kind} title={beyond ? t('rights.beyond') : undefined}>
            <Checkbox
              checked={share === 'all'}
              indeterminate={share === 'some'}
              disabled={beyond}
              aria-label={`${title} ${t(`rights.${kind}`)}`}
              onChange={(event) => onChange(tick(ticks, menus, kind, event.target.checked))}
            />
          </td>
        )
      })}
    </tr>
  )
}
