import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  exportProfiles,
  getProfileHistory,
  getProfiles,
  getProfileTotals,
  type ProfileRow,
  type ProfileTab,
  profileTabs,
  setDefaultProfile,
  setProfilesEnabled,
} from '@xunyun/contract/invoices/profiles'
import { getUsers } from '@xunyun/contract/system/calls'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useAction } from '../../shared/action/useAction.ts'
import { useMasterActs } from '../../shared/action/useMasterActs.ts'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { ImportButton } from '../../shared/import/ImportButton.tsx'
import { ChoiceFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { useProfileHistory } from './histories.ts'
import { billingPaths } from './paths.ts'
import { profileColumns } from './profileColumns.tsx'

const ProfileForm = late(() => import('./ProfileForm.tsx').then((file) => file.ProfileForm))

const defaults = { filter: { tab: 'enabled' }, sort: { key: 'updatedAt', dir: 'desc' } } as const
const tones: Partial<Record<ProfileTab, 'orange'>> = { incomplete: 'orange' }

type Open = { readonly what: 'form'; readonly profile: ProfileRow | null }

/** Under which titles companies are invoiced, and where the invoices go. */
export function ProfileList({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation(['invoices', 'ui'])
  const may = useRight('billing')
  const mayApply = useRight('billApply').edit
  const navigate = useNavigate()
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getProfiles, totals: getProfileTotals, exportCall: exportProfiles, defaults })
  const master = useMasterActs<ProfileRow>({
    enabling: setProfilesEnabled,
    refresh: billingPaths,
    may: may.edit,
    nameOf: ({ title }) => title,
    onDone: list.acted,
  })
  const makeDefault = useAction(setDefaultProfile, { refresh: billingPaths })
  const history = useHistory(getProfileHistory, useProfileHistory())
  const create = may.edit && (
    <NewButton onClick={() => setOpen({ what: 'form', profile: null })}>{t('profile.new')}</NewButton>
  )
  const actions = (profile: ProfileRow): RowAction[] => [
    ...(may.edit
      ? [{ key: 'change', label: t('ui:master.change'), onClick: () => setOpen({ what: 'form', profile }) }]
      : []),
    ...(may.edit && profile.enabled && !profile.isDefault
      ? [
          {
            key: 'default',
            label: t('profile.setDefault'),
            onClick: () => void makeDefault.run({ id: profile.id, version: profile.version }).catch(() => undefined),
          },
        ]
      : []),
    ...(mayApply && profile.enabled
      ? [
          {
            key: 'apply',
            label: t('profile.apply'),
            onClick: () =>
              void navigate(`${pathTo('billApply')}?customerId=${profile.companyId}&profile=${profile.id}`),
          },
        ]
      : []),
    ...master.rowActions(profile),
    history.action(profile.id, profile.title),
  ]
  return (
    <>
      <ListPage
        list={list}
        label={t('profile.list')}
        columns={profileColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('profile.state')}
            tabs={profileTabs}
            word={(tab) => t(`tab.${tab}`)}
            all={t('tab.all')}
            tones={tones}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('profile.q')} width={220} />
            <LookupFilter
              {...list.field('companyId')}
              label={t('profile.companyName')}
              call={getCompanyChoices}
              width={184}
            />
            <ChoiceFilter {...list.field('types')} label={t('profile.type')} type="invoiceType" multiple width={136} />
          </>
        }
        more={
          <>
            <OutletFilter {...list.field('outletId')} label={t('column.outlet')} />
            <LookupFilter {...list.field('salesmanId')} label={t('profile.salesmanName')} call={getUsers} />
          </>
        }
        primary={
          <>
            {choose}
            {create}
            {may.edit && <ImportButton page="billing" refresh={billingPaths} />}
          </>
        }
        batch={master.batchActions}
        actions={actions}
        isVoid={(row) => !row.enabled}
        onOpen={(row) => (may.edit ? setOpen({ what: 'form', profile: row }) : history.open(row.id, row.title))}
        empty={<Empty title={t('profile.empty')}>{create}</Empty>}
      />
      {open?.what === 'form' && <ProfileForm profile={open.profile} onClose={() => setOpen(null)} />}
      {history.drawer}
    </>
  )
}
