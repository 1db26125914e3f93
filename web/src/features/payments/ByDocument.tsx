import { useQuery } from '@tanstack/react-query'
import { getOpenDocuments, type OpenDocument, openDocumentKinds } from '@xunyun/contract/payments/calls'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { dotted, money } from '../../shared/ui/format.ts'
import styles from './Payments.module.css'

type Props = {
  readonly companyId: number
  readonly disabled: boolean
  readonly onChoose: (document: OpenDocument) => void
}

/** 按对账单, 按发票: the papers of a customer of which something is open; the one that is chosen is laid on. */
export function ByDocument({ companyId, disabled, onChoose }: Props) {
  const { t } = useTranslation('payments')
  const documents = useQuery({ ...q(getOpenDocuments, { companyId }), staleTime: 0 })
  return openDocumentKinds.map((kind) => {
    const own = (documents.data ?? []).filter((one) => one.kind === kind)
    return (
      own.length > 0 && (
        <Select<number | null>
          key={kind}
          size="small"
          className={styles.document}
          aria-label={t(`form.by.${kind}`)}
          placeholder={t(`form.by.${kind}`)}
          disabled={disabled}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          options={own.map(({ id, no, day, open }) => ({ value: id, label: dotted(no, day, money(open)) }))}
          onSelect={(id) => {
            const chosen = own.find((one) => one.id === id)
            if (chosen !== undefined) onChoose(chosen)
          }}
        />
      )
    )
  })
}
