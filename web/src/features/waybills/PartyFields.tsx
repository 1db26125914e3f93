import { useQuery } from '@tanstack/react-query'
import { addContact, type contactChoice, getContactChoices } from '@xunyun/contract/companies/contacts'
import { isPhone } from '@xunyun/contract/kernel/checks'
import { normalizePhone } from '@xunyun/contract/kernel/text'
import { AutoComplete, Button, Form, Input } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { Field, useFill } from '../../shared/form/FormFrame.tsx'
import { PhoneInput } from '../../shared/form/inputs.tsx'
import { RegionPicker } from '../../shared/form/RegionPicker.tsx'
import { useRight } from '../../shared/session/session.ts'
import { PasteLine } from '../companies/index.ts'
import type { TaskValues } from './taskValues.ts'
import styles from './Waybills.module.css'

type Contact = z.output<typeof contactChoice>
type Side = 'shipper' | 'consignee'

const needed = ['name', 'phone', 'region', 'address'] as const

/** One party: pasted as a line, found among the contacts, or typed. */
export function PartyFields({ side }: { side: Side }) {
  const { t } = useTranslation('waybills')
  const form = Form.useFormInstance<TaskValues>()
  const put = useFill()
  const customerId: number | undefined = Form.useWatch('customerId', form)
  const party = Form.useWatch(side, form) as TaskValues['shipper']
  const [typed, setTyped] = useState(false)
  const isFilled = !typed && needed.every((field) => party?.[field])
  const fill = (party: Partial<NonNullable<TaskValues['shipper']>>) => {
    const now = form.getFieldValue(side) as TaskValues['shipper']
    const next = Object.fromEntries(Object.entries(party).filter(([, value]) => value !== undefined && value !== null))
    // Somebody else's company is not that of the one before.
    const isAnother = now?.name && party.name && party.name !== now.name
    put({ [side]: { ...now, ...(isAnother ? { company: undefined } : {}), ...next } })
    setTyped(false)
  }
  return (
    <div className={styles.party} data-part data-filled={isFilled || undefined} onInput={() => setTyped(true)}>
      <h3 className={styles.partyTitle}>
        {t(`task.${side}`)}
        <SaveContact side={side} customerId={customerId} />
      </h3>
      <div className={styles.line}>
        <PasteLine onParsed={({ regionName: _, ...party }) => fill(party as never)} />
      </div>
      <Field name={[side, 'name']} label={t('task.name')} required>
        <ContactInput
          customerId={customerId}
          onChosen={(contact) =>
            fill({
              company: contact.company,
              name: contact.name,
              phone: contact.phone,
              region: contact.region ?? undefined,
              address: contact.address ?? undefined,
            })
          }
        />
      </Field>
      <Field
        name={[side, 'phone']}
        label={t('task.phone')}
        required
        check={(value: string) => (isPhone(normalizePhone(value)) ? null : t('task.badPhone'))}
      >
        <PhoneInput />
      </Field>
      <Field name={[side, 'company']} label={t('task.company')} required={false}>
        <Input maxLength={120} />
      </Field>
      <Field name={[side, 'region']} label={t('task.region')} required>
        <RegionPicker />
      </Field>
      <Field name={[side, 'address']} label={t('task.address')} required>
        <Input maxLength={200} />
      </Field>
    </div>
  )
}

type ContactInputProps = {
  id?: string
  value?: string
  onChange?: (name: string | undefined) => void
  onBlur?: () => void
  customerId: number | undefined
  onChosen: (contact: Contact) => void
}

/** A name that may be typed freely; contacts that fit are offered below. */
function ContactInput({ id, value, onChange, onBlur, customerId, onChosen }: ContactInputProps) {
  const [open, setOpen] = useState(false)
  // A name may be somebody's who is no contact yet: only the arrow key marks one, and the first at once.
  const [asked, setAsked] = useState(false)
  const sought = useDeferredValue((value ?? '').trim()) || undefined
  const found = useQuery({
    ...q(getContactChoices, { q: sought, companyId: customerId, types: ['customer', 'shipper', 'consignee'] }),
    enabled: open,
    staleTime: 30_000,
  })
  const contacts = found.data ?? []
  return (
    <AutoComplete
      id={id}
      value={value}
      open={open && contacts.length > 0}
      onOpenChange={setOpen}
      onInputKeyDown={(event) => {
        if (event.key === 'ArrowDown' && !open) setAsked(true)
      }}
      defaultActiveFirstOption={asked}
      onChange={(text: string) => {
        setAsked(false)
        onChange?.(text === '' ? undefined : text)
      }}
      onBlur={onBlur}
      onSelect={(chosen: string) => {
        const contact = contacts.find((one) => String(one.id) === chosen)
        if (contact) onChosen(contact)
      }}
      // Empty while it is shut: that it fills marks its first line.
      options={(open ? contacts : []).map((contact) => ({
        value: String(contact.id),
        label: (
          <span className={styles.contact}>
            <b>{contact.name}</b> {contact.phone}
            <small>{[contact.company, contact.regionName].filter(Boolean).join(' · ')}</small>
          </span>
        ),
      }))}
    />
  )
}

/** Keeps the party as a contact of the customer, for whoever may. */
function SaveContact({ side, customerId }: { side: Side; customerId: number | undefined }) {
  const { t } = useTranslation('waybills')
  const form = Form.useFormInstance<TaskValues>()
  const may = useRight(side === 'shipper' ? 'contactShipper' : 'contactConsignee').edit
  const save = useAction(addContact, { success: t('task.contactSaved'), refresh: ['/api/Contacts/'] })
  if (!may || customerId === undefined) return null
  const run = () => {
    const party = form.getFieldValue(side) as TaskValues['shipper']
    const phone = normalizePhone(party?.phone ?? '')
    const mobile = /^1\d{10}$/.test(phone)
    void save
      .run({
        type: side,
        companyId: customerId,
        name: party?.name ?? '',
        mobile: mobile ? phone : undefined,
        tel: mobile ? undefined : phone,
        regionCode: party?.region,
        address: party?.address,
      } as never)
      .catch(() => undefined)
  }
  return (
    <Button type="link" size="small" loading={save.pending} onClick={run}>
      {t('task.saveContact')}
    </Button>
  )
}
