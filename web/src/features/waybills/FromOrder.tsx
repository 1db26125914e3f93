import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { getPhoneOrder, type OrderParty, type PhoneOrderDetail } from '@xunyun/contract/mobileOrders/calls'
import type { Language } from '@xunyun/contract/pages'
import { onAccount } from '@xunyun/contract/waybills/payments'
import { Button } from 'antd'
import { PhoneIncoming } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { api, apiHost } from '../../shared/api/api.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { LoadError, Notice } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import { TaskForm } from './TaskForm.tsx'
import type { TaskValues } from './taskValues.ts'
import { walkIn } from './terms.ts'
import styles from './Waybills.module.css'

/** 转运单: the form filled in from a phone order, which becomes this waybill and no other. */
export function FromOrder({ id, fresh }: { id: number; fresh: TaskValues }) {
  const { t } = useTranslation('mobileOrders')
  const language = useLanguage()
  const navigate = useNavigate()
  const tab = useTab()
  const order = useQuery({
    queryKey: [getPhoneOrder.path, 'form', id],
    queryFn: ({ signal }) => api(getPhoneOrder, { id }, { signal, quiet: true }),
    // While it is being typed from, what was read stays.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const back = () => {
    tab.close()
    void navigate(pathTo('phoneList'))
  }
  if (order.isError) return <LoadError error={order.error} retry={() => void order.refetch()} />
  const { data } = order
  if (!data) return <PageSkeleton />
  if (data.waybillNo !== null || !isAble(data, 'convert'))
    return (
      <Notice
        title={t('form.notNow', { no: data.orderNo })}
        text={
          data.waybillNo === null ? (
            wordFor('phoneOrderState', data.state, language)
          ) : (
            <Link to={pathTo('waybill', { no: data.waybillNo })}>
              {t('form.done', { no: data.orderNo, waybillNo: data.waybillNo })}
            </Link>
          )
        }
      >
        <Button onClick={back}>{t('form.back')}</Button>
      </Notice>
    )
  return (
    <div className={styles.taskPage}>
      <div className={styles.fromOrder} role="note">
        <PhoneIncoming size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('form.banner', { no: data.orderNo })}</span>
        {data.files.map((file) => (
          <a key={file.FileID} href={apiHost + file.Url} target="_blank" rel="noreferrer">
            <img src={apiHost + file.Url} alt={file.Name} />
          </a>
        ))}
      </div>
      <TaskForm initial={{ ...fresh, ...valuesOfOrder(data, language) }} order={data} onNext={() => back()} />
    </div>
  )
}

const given = <T,>(value: T | null): T | undefined => value ?? undefined

/** What an order says of a waybill; what it leaves open is as in a new form, or asked for there. */
function valuesOfOrder(order: PhoneOrderDetail, language: Language): TaskValues {
  const party = ({ company, name, phone, region, address }: OrderParty) => ({
    company: given(company),
    name: given(name),
    phone: given(phone),
    region: given(region),
    address: given(address),
  })
  const remarks = [...order.quickRemarks.map((code) => wordFor('quickRemark', code, language)), order.remark]
  return {
    outletId: order.outletId,
    customerId: given(order.customerId),
    planPickup: given(order.planPickup),
    deliveryWay: (order.deliveryWay ?? 'delivery') as TaskValues['deliveryWay'],
    payMethod: (order.payMethod === null || (order.customerId === null && onAccount.includes(order.payMethod))
      ? walkIn.payMethod
      : order.payMethod) as TaskValues['payMethod'],
    remarkCustomer: remarks.filter(Boolean).join('; ') || undefined,
    shipper: party(order.shipper),
    consignee: party(order.consignee),
    goods: [
      {
        name: order.goodsName,
        package: given(order.package),
        pieces: String(order.pieces),
        weight: given(order.weight),
        volume: given(order.volume),
      },
    ],
  }
}
