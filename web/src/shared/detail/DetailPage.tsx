import { Button, Dropdown } from 'antd'
import { Copy, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { ActButton } from '../action/ActButton.tsx'
import { menuLabel } from '../action/menuLabel.tsx'
import { WaitingDrafts } from '../form/WaitingDrafts.tsx'
import { StateTabs } from '../list/StateTabs.tsx'
import { useTab } from '../tabs/useTab.ts'
import { useIsPhone } from '../ui/useDevice.ts'
import { copyText } from './copyText.ts'
import styles from './Detail.module.css'

export type DetailAction = {
  readonly key: string
  /** Names the thing: 安排送货 60 件. */
  readonly label: string
  readonly icon?: ReactNode
  readonly onClick: () => void
  readonly refused?: string | null
  readonly danger?: boolean
  readonly loading?: boolean
}

export type DetailTab = {
  readonly key: string
  readonly label: string
  readonly count?: number
  readonly content: ReactNode
}

type Props = {
  /** The document's number or the record's name. */
  readonly title: string
  readonly flags?: ReactNode
  /** State tags, each with the word for what it is a state of. */
  readonly tags?: readonly { readonly label?: string; readonly tag: ReactNode }[]
  /** One or two that matter. */
  readonly figures?: readonly { readonly label: ReactNode; readonly value: ReactNode; readonly hint?: ReactNode }[]
  /** The next step: the one solid button. */
  readonly primary?: DetailAction
  /** The others: as many as fit as buttons, the rest behind ⋯. */
  readonly actions?: readonly DetailAction[]
  readonly shownActions?: number
  readonly tabs: readonly DetailTab[]
  /** Right of the tabs: what holds it up. */
  readonly notice?: ReactNode
  /** The column at the right: on a phone the last tab. */
  readonly aside?: ReactNode
  readonly asideLabel?: string
}

/** One record, whole: head, tabs, and beside them what happened. The tab is in the address. */
export function DetailPage(props: Props) {
  const { title, primary, actions = [], aside } = props
  const { t } = useTranslation('ui')
  const isPhone = useIsPhone()
  const { path } = useTab()
  const { search } = useLocation()
  const navigate = useNavigate()
  const asTab: DetailTab | undefined = aside
    ? { key: 'timeline', label: props.asideLabel ?? t('detail.timeline'), content: aside }
    : undefined
  const tabs: readonly DetailTab[] = isPhone && asTab ? [...props.tabs, asTab] : props.tabs
  const asked = new URLSearchParams(search).get('view')
  const tab = tabs.find(({ key }) => key === asked) ?? tabs[0]
  const shown = isPhone ? 0 : (props.shownActions ?? 3)
  const buttons = (
    <>
      {actions.slice(0, shown).map(({ key, label, ...action }) => (
        <ActButton key={key} {...action}>
          {label}
        </ActButton>
      ))}
      <MoreActions actions={actions.slice(shown)} />
      {primary && <PrimaryButton {...primary} />}
    </>
  )
  return (
    <div className={styles.page}>
      <WaitingDrafts />
      <header className={styles.head}>
        <div className={styles.names}>
          <div className={styles.titleLine}>
            <h1 className={styles.title}>{title}</h1>
            <button
              type="button"
              className={styles.copy}
              aria-label={t('detail.copy')}
              title={t('detail.copy')}
              onClick={() => copyText(title)}
            >
              <Copy size={14} strokeWidth={1.75} />
            </button>
            {props.flags}
          </div>
          {props.tags && (
            <div className={styles.tags}>
              {props.tags.map(({ label, tag }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the states of a document stand in a fixed order
                <span key={at}>
                  {label} {tag}
                </span>
              ))}
            </div>
          )}
        </div>
        {props.figures?.map(({ label, value, hint }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <div key={at} className={styles.figure}>
            <span>{label}</span>
            <div>
              <b>{value}</b> {hint}
            </div>
          </div>
        ))}
        {!isPhone && <div className={styles.actions}>{buttons}</div>}
      </header>
      <div className={styles.tabLine}>
        <StateTabs
          label={title}
          tabs={tabs.map(({ key, label, count }) => ({ value: key, label, count }))}
          value={tab?.key}
          onChange={(key) => void navigate(key === tabs[0]?.key ? path : `${path}?view=${key}`, { replace: true })}
        />
        {props.notice && <div className={styles.notice}>{props.notice}</div>}
      </div>
      <div className={styles.below}>
        <div className={styles.content} role="tabpanel" aria-label={tab?.label}>
          {tab?.content}
        </div>
        {aside && !isPhone && <aside className={styles.aside}>{aside}</aside>}
      </div>
      {isPhone && (primary || actions.length > 0) && <div className={styles.thumb}>{buttons}</div>}
    </div>
  )
}

const PrimaryButton = ({ label, key: _, ...action }: DetailAction) => (
  <ActButton type="primary" {...action}>
    {label}
  </ActButton>
)

function MoreActions({ actions }: { actions: readonly DetailAction[] }) {
  const { t } = useTranslation('ui')
  if (actions.length === 0) return null
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: actions.map(({ key, label, icon, danger, refused }) => ({
          key,
          icon,
          danger,
          disabled: Boolean(refused),
          label: menuLabel(label, refused),
        })),
        onClick: ({ key }) => actions.find((action) => action.key === key)?.onClick(),
      }}
    >
      <Button aria-label={t('list.more')} icon={<Ellipsis size={16} strokeWidth={1.75} />} />
    </Dropdown>
  )
}

/** A part of a tab: title, what belongs beside it, and a line below. */
export function DetailSection({
  title,
  aside,
  children,
}: {
  title?: ReactNode
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section}>
      {(title || aside) && (
        <div className={styles.sectionHead}>
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
