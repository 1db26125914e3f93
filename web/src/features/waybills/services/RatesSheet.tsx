import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { plainDecimal } from '@xunyun/contract/kernel/decimal'
import {
  addServiceRate,
  changeServiceRate,
  deleteServiceRates,
  getServiceRateHistory,
  getServiceRates,
  type ServiceRate,
} from '@xunyun/contract/waybills/services'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { api } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { LinesTable } from '../../../shared/detail/LinesTable.tsx'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput, MoneyInput } from '../../../shared/form/inputs.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../shared/session/session.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { money } from '../../../shared/ui/format.ts'
import { Loaded } from '../../../shared/ui/Loaded.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { rateText } from '../../../shared/ui/rateText.ts'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import styles from '../Charges.module.css'
import { useRateHistory } from './rateHistory.ts'

const paths = ['/api/Services/GetServiceRates', '/api/Services/GetServiceRateHistory']

type Open = { readonly what: 'form'; readonly rate: ServiceRate | null }

/** What each service costs: for all, and for single customers. */
export function RatesSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['waybills', 'ui'])
  const language = useLanguage()
  const may = useRight('addServices').approve
  const [open, setOpen] = useState<Open | null>(null)
  const history = useHistory(getServiceRateHistory, useRateHistory())
  const remove = useBatch(deleteServiceRates, { title: t('service.rateDeleted'), refresh: paths })
  const rates = useQuery(q(getServiceRates, {}))
  const name = (rate: ServiceRate) => wordFor('addedService', rate.type, language)
  const ask = async (rate: ServiceRate) => {
    const yes = await confirm({
      title: t('service.rateDeleteTitle', { name: name(rate) }),
      text: t('service.rateDeleteText'),
      yes: t('service.delete'),
      danger: true,
    })
    if (yes) await remove.run({ ids: [rate.id] })
  }
  return (
    <>
      <Sheet
        title={t('service.rates')}
        width={760}
        onClose={onClose}
        extra={
          may && <NewButton onClick={() => setOpen({ what: 'form', rate: null })}>{t('service.rateNew')}</NewButton>
        }
      >
        <Loaded of={rates}>
          {(rates) => (
            <LinesTable
              label={t('service.rates')}
              none={t('service.noRates')}
              rows={rates}
              isQuiet={({ enabled }) => !enabled}
              columns={[
                [
                  t('service.type'),
                  (rate) => (
                    <>
                      {name(rate)} {!rate.enabled && <StateTag tone="grey">{t('service.off')}</StateTag>}
                    </>
                  ),
                ],
                [
                  t('filter.customer'),
                  (rate) => rate.companyName ?? <span className={styles.quiet}>{t('service.forAll')}</span>,
                ],
                [t('service.rate'), (rate) => rateText(rate.rate), 'right'],
                [t('service.least'), (rate) => rate.minCharge && money(rate.minCharge), 'right'],
                [t('service.most'), (rate) => rate.maxCharge && money(rate.maxCharge), 'right'],
                [
                  <span key="acts" className="visually-hidden">
                    {t('ui:list.actions')}
                  </span>,
                  (rate) => (
                    <>
                      {may && (
                        <>
                          <Button type="link" size="small" onClick={() => setOpen({ what: 'form', rate })}>
                            {t('ui:master.change')}
                          </Button>
                          <Button type="link" size="small" danger onClick={() => void ask(rate).catch(() => undefined)}>
                            {t('service.delete')}
                          </Button>
                        </>
                      )}
                      <Button type="link" size="small" onClick={() => history.open(rate.id, name(rate))}>
                        {t('service.history')}
                      </Button>
                    </>
                  ),
                  'right',
                ],
              ]}
            />
          )}
        </Loaded>
      </Sheet>
      {open?.what === 'form' && <RateForm rate={open.rate} onClose={() => setOpen(null)} />}
      {history.drawer}
    </>
  )
}

function RateForm({ rate, onClose }: { rate: ServiceRate | null; onClose: () => void }) {
  const { t } = useTranslation(['waybills', 'ui'])
  const { form } = useRecordForm(rate, {
    name: 'service-rate',
    add: addServiceRate,
    change: changeServiceRate,
    get: (id) => api(getServiceRates, {}).then((rates) => rates.find((one) => one.id === id)),
    refresh: paths,
    fresh: { enabled: true },
    valuesOf: (now, same) => ({ ...same, rate: plainDecimal(now.rate) }),
  })
  return (
    <FormDrawer {...form} title={t(rate ? 'service.rateChange' : 'service.rateNew')} width={520} onClose={onClose}>
      <FormSection>
        <Field name="type" label={t('service.type')} span={2}>
          <Choice type="addedService" />
        </Field>
        <Field name="companyId" label={t('filter.customer')} span={2} hint={t('service.forAllHint')}>
          <Lookup
            call={getCompanyChoices}
            input={{ roles: ['customer', 'owner', 'settle'] }}
            known={rate?.companyId ? [{ id: rate.companyId, label: rate.companyName ?? '', hint: null }] : undefined}
            placeholder={t('service.forAll')}
          />
        </Field>
        <Field name="rate" label={t('service.rate')} span={2} hint={t('service.rateHint')}>
          <DecimalInput places={6} />
        </Field>
        <Field name="minCharge" label={t('service.least')}>
          <MoneyInput />
        </Field>
        <Field name="maxCharge" label={t('service.most')}>
          <MoneyInput />
        </Field>
        <Field name="enabled" label={t('service.on')} span={2} valuePropName="checked">
          <Checkbox />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
