import { getPayment, type PaymentRow } from '@xunyun/contract/payments/calls'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'

/** A receipt or payment as it stood when its form was opened; once somebody else changed it, as it is, by `reload`. */
export function usePayment(opened: PaymentRow) {
  const [payment, setPayment] = useState(opened)
  const reload = async (): Promise<PaymentRow> => {
    const now = await api(getPayment, { id: opened.id })
    setPayment(now)
    return now
  }
  return { payment, reload }
}
