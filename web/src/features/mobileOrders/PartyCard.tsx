import { isPhone } from '@xunyun/contract/kernel/checks'
import { normalizePhone } from '@xunyun/contract/kernel/text'
import type { OrderParty } from '@xunyun/contract/mobileOrders/calls'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldMessage } from '../../shared/api/fieldErrors.ts'
import { Field, useFill } from '../../shared/form/FormFrame.tsx'
import { PhoneInput } from '../../shared/form/inputs.tsx'
import { RegionPicker } from '../../shared/form/RegionPicker.tsx'
import { useRegionName } from '../../shared/form/regions.ts'
import { PasteLine } from '../companies/index.ts'
import styles from './MobileOrders.module.css'
import { isWhole, type OrderValues, type PartyValues, partyValues, type Side } from './orderValues.ts'

type Props = {
  readonly side: Side
  /** Used before: one tap. */
  readonly recent: readonly OrderParty[]
  /** A caller may leave open what a placer has to say. */
  readonly required: boolean
  readonly messages?: readonly FieldMessage[]
}

/** One party: pasted as a line, taken from before, or typed; folded to two lines once it says everything. */
export function PartyCard({ side, recent, required, messages = [] }: Props) {
  const { t } = useTranslation(['mobileOrders', 'ui'])
  const form = Form.useFormInstance<OrderValues>()
  const put = useFill()
  const party: PartyValues | undefined = Form.useWatch(side, { form, preserve: true })
  const [open, setOpen] = useState(() => !isWhole(form.getFieldValue(side)))
  const refused = messages.some(({ name, errors }) => name[0] === side && errors.length > 0)
  const isFolded = !open && !refused && isWhole(party)
  const fill = (next: PartyValues) => {
    const found = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== null))
    const whole = { ...(form.getFieldValue(side) as PartyValues | undefined), ...found }
    put({ [side]: whole })
    setOpen(!isWhole(whole))
  }
  return (
    <section className={styles.party} data-folded={isFolded || undefined}>
      <h3 className={styles.partyTitle}>
        {t(`side.${side}`)}
        {isFolded && (
          <Button type="link" size="small" onClick={() => setOpen(true)}>
            {t('ui:master.change')}
          </Button>
        )}
      </h3>
      {isFolded && party && <Folded party={party} onOpen={() => setOpen(true)} />}
      {/* Folded, the fields stay: what they hold is checked and sent. */}
      <div hidden={isFolded}>
        <div className={styles.paste}>
          <PasteLine onParsed={({ regionName: _, ...parsed }) => fill(parsed as PartyValues)} />
        </div>
        {recent.length > 0 && (
          <ul className={styles.recent} aria-label={t('party.recent')}>
            {recent.map((one) => (
              <li key={`${one.name} ${one.phone} ${one.address}`}>
                <button type="button" onClick={() => fill(partyValues(one))}>
                  <b>{one.name}</b>
                  <small>{one.company ?? one.regionName?.split(' ').slice(1).join(' ')}</small>
                </button>
              </li>
            ))}
          </ul>
        )}
        <Field name={[side, 'name']} label={t('party.name')} required={required}>
          <Input maxLength={60} />
        </Field>
        <Field
          name={[side, 'phone']}
          label={t('party.phone')}
          required={required}
          check={(value: string) => (isPhone(normalizePhone(value)) ? null : t('party.badPhone'))}
        >
          <PhoneInput />
        </Field>
        <Field name={[side, 'region']} label={t('party.region_name')} required={required}>
          <RegionPicker />
        </Field>
        <Field name={[side, 'address']} label={t('party.address')} required={required}>
          <Input maxLength={200} />
        </Field>
        <Field name={[side, 'company']} label={t('party.company')} required={false}>
          <Input maxLength={120} />
        </Field>
      </div>
    </section>
  )
}

function Folded({ party, onOpen }: { party: PartyValues; onOpen: () => void }) {
  const name = useRegionName(party.region)
  // Until the regions are there it is the bare code.
  const region = name === party.region ? '' : name.replaceAll(' / ', ' ')
  return (
    <button type="button" className={styles.folded} onClick={onOpen}>
      <b>
        {party.name} {party.phone}
      </b>
      <span>{[region, party.address].join(' ')}</span>
      {party.company && <small>{party.company}</small>}
    </button>
  )
}
