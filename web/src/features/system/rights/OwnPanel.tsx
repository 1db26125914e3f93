import { useQuery } from '@tanstack/react-query'
import type { Kind } from '@xunyun/contract/kernel/call'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { explainRight } from '@xunyun/contract/system/explain'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { WhyRight, WhyScope } from '../../../shared/session/Why.tsx'
import { Bone } from '../../../shared/ui/Skeleton.tsx'
import styles from '../System.module.css'
import { commonOwn, effectAt, type Given, type Owns, setOwn } from './ownModel.ts'
import type { CellOf } from './RightsTable.tsx'

type Props = {
  readonly userId: number
  readonly cell: CellOf | null
  readonly given: Given
  readonly owns: Owns
  readonly before: Owns
  readonly mayGrant: (item: MenuItem, kind: Kind) => boolean
  readonly onChange: (owns: Owns) => void
}

/** The chosen cell: as the roles say, granted or denied; what comes of it, and why it is as it is now. */
export function OwnPanel({ userId, cell, given, owns, before, mayGrant, onChange }: Props) {
  const { t } = useTranslation('system')
  if (cell === null) return <div className={styles.panel}>{t('own.choose')}</div>
  const { items, kind, title } = cell
  const menus = items.map((item) => item.MenuID)
  const value = commonOwn(owns, menus, kind)
  const beyond = items.some((item) => !mayGrant(item, kind))
  const [first] = items
  const isOne = items.length === 1 && first !== undefined
  const holds = isOne && effectAt(given, owns, first.MenuID)[kind]
  const changed = isOne && effectAt(given, before, first.MenuID)[kind] !== holds
  return (
    <section className={styles.panel} aria-label={t('own.panel')}>
      <div className={styles.panelLine}>
        <b>
          {title} · {t(`rights.${kind}`)}
        </b>
        <Segmented<string>
          size="small"
          aria-label={`${title} ${t(`rights.${kind}`)}`}
          value={value === undefined ? '' : String(value)}
          onChange={(chosen) => onChange(setOwn(owns, menus, kind, chosen === 'null' ? null : chosen === 'true'))}
          options={[
            { value: 'null', label: t('own.asRoles') },
            { value: 'true', label: t('own.granted'), disabled: beyond && value !== true },
            { value: 'false', label: t('own.denied') },
          ]}
        />
        {beyond && <span className={styles.count}>{t('rights.beyond')}</span>}
      </div>
      <div className={styles.why} aria-live="polite">
        {isOne ? <Why userId={userId} page={first.Page} kind={kind} /> : t('own.many', { number: items.length })}
        {changed && <b> {holds ? t('own.willHold') : t('own.willNot')}</b>}
      </div>
    </section>
  )
}

function Why({ userId, page, kind }: { userId: number; page: string; kind: Kind }) {
  const { data, error } = useQuery({
    ...q(explainRight, { UserID: userId, page, kind }),
    staleTime: 0,
    gcTime: 0,
  })
  if (error) return error.message
  const [right] = data?.rights ?? []
  if (!data || !right) return <Bone width="60%" />
  return (
    <>
      <WhyRight right={right} /> <WhyScope explanation={data} />
    </>
  )
}
