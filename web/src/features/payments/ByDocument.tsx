import { useQuery } from '@tanstack/react-query'
import { getOpenDocuments, type OpenDocument, openDocumentKinds } from '@xunyun/contract/payments/calls'
import type { PaymentDirection } from '@xunyun/contract/payments/states'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { dotted, money } from '../../shared/ui/format.ts'
import styles from './Payments.module.css'

type Props = {
  readonly direction: PaymentDirection
  readonly companyId: number
  readonly disabled: boolean
  readonly chosen: readonly OpenDocument[]
  readonly onChoose: (documents: readonly OpenDocument[]) => void
}

/** 按对账单, 按发票: the papers of a company of which something is open; those that are chosen are laid on together. */
export function ByDocument({ direction, companyId, disabled, chosen, onChoose }: Props) {
  const { t } = useTranslation('payments')
  const documents = useQuery({ ...q(getOpenDocuments, { companyId, direction }), staleTime: 0 })
  const all = documents.data ?? []
  const isChosen = (one: OpenDocument) => chosen.some(({ kind, id }) => kind === one.kind && id === one.id)
  return openDocumentKinds.map((kind) => {
    const own = all.filter((one) => one.kind === kind)
    return (
      own.length > 0 && (
        <Select<number[]>
          key={kind}
          mode="multiple"
          maxTagCount="responsive"
          optionLabelProp="no"
          size="small"
          className={styles.document}
          aria-label={t(`form.by.${kind}`)}
          placeholder={t(`form.by.${kind}`)}
          disabled={disabled}
          value={own.filter(isChosen).map(({ id }) => id)}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          options={own.map(({ id, no, day, open }) => ({ value: id, no, label: dotted(no, day, money(open)) }))}
          onChange={(ids) => onChoose(all.filter((one) => (one.kind === kind ? ids.includes(one.id) : isChosen(one))))}
        />
      )
    )
  })
}
