import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getSignedReceipt, type SignedReceiptDetail } from '@xunyun/contract/signedReceipts/calls'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { q } from '../../shared/api/query.ts'
import { Attachments } from '../../shared/detail/Attachments.tsx'
import { Facts } from '../../shared/detail/Facts.tsx'
import { Files } from '../../shared/detail/Files.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useIsCustomer } from '../../shared/session/session.ts'
import { dateTime, dotted, money } from '../../shared/ui/format.ts'
import styles from './Receipts.module.css'
import { receiptTones } from './tones.ts'
import { useReceiptActs } from './useReceiptActs.tsx'

/** One paper: whose it is, the steps it made, its photos. */
export function ReceiptDrawer({ no, onClose }: { no: string; onClose: () => void }) {
  const { t } = useTranslation('signedReceipts')
  const receipt = useQuery(q(getSignedReceipt, { no }))
  const acts = useReceiptActs()
  const isCustomer = useIsCustomer()
  return (
    <>
      <RecordSheet
        of={receipt}
        width={640}
        onClose={onClose}
        title={no}
        state={({ state }) => <RecordState words="signedReceiptState" of={state} tones={receiptTones} />}
        footer={(one) => {
          const actions = acts.row(one)
          const [next] = actions
          return next && <div className={styles.actions}>{actButtons({ actions, primary: [next.key] })}</div>
        }}
      >
        {(one) => (
          <RecordTabs
            label={one.receiptNo}
            panes={[
              { key: 'facts', label: t('detail.facts'), pane: <Body receipt={one} /> },
              {
                key: 'files',
                label: t('column.photos'),
                count: one.files.length,
                pane: (
                  <>
                    <Files files={one.files} />
                    {!isCustomer && <Attachments entity="signedReceipt" entityId={one.id} />}
                  </>
                ),
              },
            ]}
          />
        )}
      </RecordSheet>
      {acts.dialogs}
    </>
  )
}

function Body({ receipt }: { receipt: SignedReceiptDetail }) {
  const { t } = useTranslation(['signedReceipts', 'waybills'])
  const language = useLanguage()
  return (
    <Facts
      columns={2}
      facts={[
        {
          label: t('waybills:column.waybillNo'),
          value: <Link to={pathTo('waybill', { no: receipt.waybillNo })}>{receipt.waybillNo}</Link>,
        },
        { label: t('column.customer'), value: receipt.customerName ?? t('waybills:filter.walkIn') },
        { label: t('waybills:column.route'), value: `${receipt.shipperCity} → ${receipt.consigneeCity}` },
        {
          label: t('column.requirement'),
          value: dotted(
            wordFor('receiptRequirement', receipt.requirement, language),
            t('copies', { count: receipt.copies }),
          ),
        },
        {
          label: t('column.signedAt'),
          value: receipt.signedAt && dotted(dateTime(receipt.signedAt), receipt.signer),
        },
        { label: t('column.ownOutlet'), value: receipt.ownOutlet },
        { label: t('column.place'), value: receipt.place },
        { label: t('column.receivable'), value: receipt.receivable && money(receipt.receivable) },
        { label: t('column.reason'), value: receipt.reason, span: 2 },
        ...receipt.steps.map(({ step, at, byName, batchNo, expressCompany, expressNo, arrangementNo }) => ({
          label: t(`act.${step}`),
          value: dotted(dateTime(at), byName, batchNo, expressCompany, expressNo, arrangementNo),
          span: 2 as const,
        })),
      ]}
    />
  )
}
