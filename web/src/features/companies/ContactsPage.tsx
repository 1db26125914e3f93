import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  type ContactRow,
  type ContactType,
  deleteContacts,
  exportContacts,
  getContactHistory,
  getContacts,
  getContactTotals,
  setContactsEnabled,
  setDefaultContact,
} from '@xunyun/contract/companies/contacts'
import { pageOf } from '@xunyun/contract/pages'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { useMasterActs } from '../../shared/action/useMasterActs.ts'
import { useComments } from '../../shared/detail/useComments.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { ImportButton } from '../../shared/import/ImportButton.tsx'
import { FlagFilter, LookupFilter, RegionFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight, useSession } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { CallLink } from '../../shared/ui/CallLink.tsx'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { contactColumns, customersContactColumns } from './contactColumns.tsx'
import { useContactHistory } from './contactHistory.ts'

const ContactForm = late(() => import('./ContactForm.tsx').then((file) => file.ContactForm))

/** Each type of contact has its page. */
const pageOfType = {
  customer: 'contactCustomer',
  shipper: 'contactShipper',
  consignee: 'contactConsignee',
  supplier: 'contactSupplier',
} as const
const types = Object.keys(pageOfType) as ContactType[]
const typeOfPath = (path: string): ContactType =>
  types.find((type) => pageOf(pageOfType[type]).path === path) ?? 'customer'

const refresh = ['/api/Contacts/']
const defaults = { sort: { key: 'name', dir: 'asc' } } as const

type Open = { readonly what: 'form'; readonly contact: ContactRow | null }

/** Names, phones and addresses at hand: the four types of contact are one page, with the type of its address. */
export default function ContactsPage() {
  const { t } = useTranslation(['companies', 'ui'])
  const type = typeOfPath(useTab().path)
  const may = useRight(pageOfType[type])
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({
    call: getContacts,
    totals: getContactTotals,
    exportCall: exportContacts,
    defaults,
    keepFilter: { type },
  })
  const setDefault = useAction(setDefaultContact, { success: t('done.setDefault'), refresh })
  const master = useMasterActs<ContactRow>({
    enabling: setContactsEnabled,
    removing: deleteContacts,
    refresh,
    may: may.approve,
    nameOf: ({ name }) => name,
    refusedOf: (row) => (row.mayApprove ? null : t('act.beyond')),
    onDone: list.acted,
  })
  const history = useHistory(getContactHistory, useContactHistory())
  const talk = useComments('contact')
  const counts = list.totals?.tabs
  const create = may.edit && <NewButton onClick={() => setOpen({ what: 'form', contact: null })}>{t('new')}</NewButton>

  const actions = (row: ContactRow): RowAction[] => {
    const beyond = row.mayEdit ? null : t('act.beyond')
    const noDefault = row.isDefault ? t('act.isDefault') : row.enabled ? null : t('act.disabledDefault')
    const editing: RowAction[] = [
      {
        key: 'change',
        label: t('ui:master.change'),
        refused: beyond,
        onClick: () => setOpen({ what: 'form', contact: row }),
      },
      {
        key: 'default',
        label: t('act.setDefault'),
        refused: beyond ?? noDefault,
        onClick: () => void setDefault.run({ id: row.id }).catch(() => undefined),
      },
    ]
    return [
      ...(may.edit ? editing : []),
      ...master.rowActions(row),
      ...talk.rowAction(row.id, row.name),
      history.action(row.id, row.name),
    ]
  }

  const contact = open?.contact ?? null
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        list={list}
        label={t('act.contacts')}
        columns={isCustomer ? customersContactColumns : contactColumns}
        tabs={
          <StateTabs
            label={t('contact.state')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              { value: undefined, label: t('tab.all'), count: counts?.all },
              { value: 'default', label: t('tab.default'), count: counts?.default },
              { value: 'disabled', label: t('tab.disabled'), count: counts?.disabled },
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.contactQ')} />
            <LookupFilter
              {...list.field('companyId')}
              label={t('contact.companyName')}
              call={getCompanyChoices}
              width={200}
            />
            <RegionFilter {...list.field('region')} label={t('contact.regionName')} />
          </>
        }
        more={
          <FlagFilter
            {...list.field('isDefault')}
            label={t('contact.isDefault')}
            yes={t('filter.only')}
            no={t('filter.not')}
            width={148}
          />
        }
        primary={
          create && (
            <>
              {create}
              {!isCustomer && <ImportButton page={pageOfType[type]} refresh={refresh} />}
            </>
          )
        }
        batch={master.batchActions}
        actions={actions}
        cardAction={(row) => <CallLink phone={row.mobile ?? row.tel} name={row.name} />}
        isVoid={(row) => !row.enabled}
        onOpen={(row) =>
          may.edit && row.mayEdit ? setOpen({ what: 'form', contact: row }) : history.open(row.id, row.name)
        }
        empty={<Empty title={t('empty.contacts')}>{create}</Empty>}
      />
      {talk.sheet}
      {open?.what === 'form' && (
        <ContactForm contact={contact} type={type} companyId={list.filter.companyId} onClose={close} />
      )}
      {history.drawer}
    </>
  )
}
