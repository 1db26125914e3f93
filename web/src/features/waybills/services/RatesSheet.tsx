import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
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
import { useAction } from '../../../shared/action/useAction.ts'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput, MoneyInput } from '../../../shared/form/inputs.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../shared/session/session.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { money, rateText } from '../../../shared/ui/format.ts'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { PageSkeleton } from '../../../shared/ui/Skeleton.tsx'
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
        {rates.isError ? (
          <LoadError error={rates.error} retry={() => void rates.refetch()} />
        ) : rates.data === undefined ? (
          <PageSkeleton />
        ) : rates.data.length === 0 ? (
          <p className={styles.quiet}>{t('service.noRates')}</p>
        ) : (
          <div className={styles.frame}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th>{t('service.type')}</th>
                  <th>{t('filter.customer')}</th>
                  <th className={styles.right}>{t('service.rate')}</th>
                  <th className={styles.right}>{t('service.least')}</th>
                  <th className={styles.right}>{t('service.most')}</th>
                  <th aria-label={t('ui:master.change')} />
                </tr>
              </thead>
              <tbody>
                {rates.data.map((rate) => (
                  <tr key={rate.id} data-same={!rate.enabled || undefined}>
                    <td>
                      {name(rate)} {!rate.enabled && <StateTag tone="grey">{t('service.off')}</StateTag>}
                    </td>
                    <td>{rate.companyName ?? <span className={styles.quiet}>{t('service.forAll')}</span>}</td>
                    <td className={styles.right}>{rateText(rate.rate)}</td>
                    <td className={styles.right}>{rate.minCharge === null ? '—' : money(rate.minCharge)}</td>
                    <td className={styles.right}>{rate.maxCharge === null ? '—' : money(rate.maxCharge)}</td>
                    <td className={styles.right}>
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
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Sheet>
      {open?.what === 'form' && <RateForm rate={open.rate} onClose={() => setOpen(null)} />}
      {history.drawer}
    </>
  )
}

type Values = Sending<typeof addServiceRate>
const valuesOf = ({ type, companyId, rate, minCharge, maxCharge, enabled }: ServiceRate): Values => ({
  type: type as Values['type'],
  companyId: companyId ?? undefined,
  rate: String(Number(rate)),
  minCharge: minCharge ?? undefined,
  maxCharge: maxCharge ?? undefined,
  enabled,
})

function RateForm({ rate, onClose }: { rate: ServiceRate | null; onClose: () => void }) {
  const { t } = useTranslation(['waybills', 'ui'])
  const [initial] = useState<Partial<Values>>(rate ? valuesOf(rate) : { enabled: true })
  const [version, setVersion] = useState(rate?.version ?? 0)
  const add = useAction(addServiceRate, { refresh: paths, success: t('ui:master.saved') })
  const change = useAction(changeServiceRate, { refresh: paths, success: t('ui:master.saved') })
  const reload = async () => {
    const fresh = (await api(getServiceRates, {})).find(({ id }) => id === rate?.id)
    if (!fresh) return {}
    setVersion(fresh.version)
    return valuesOf(fresh)
  }
  return (
    <FormDrawer<Values>
      name={rate ? `service-rate-${rate.id}` : 'service-rate-new'}
      title={rate ? t('service.rateChange') : t('service.rateNew')}
      submitLabel={t('ui:master.save')}
      call={rate ? changeServiceRate : addServiceRate}
      initial={initial}
      width={520}
      onSubmit={(values, options) =>
        rate ? change.run({ ...values, id: rate.id, version }, options) : add.run(values, options)
      }
      onReload={rate ? reload : undefined}
      onClose={onClose}
    >
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
