import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useRight } from '../../shared/session/session.ts'

/** Where the documents of the money ledger stand: what a door collected or waived on its waybill, what one advanced on that one, a bad debt with its charge. */
const documents = {
  payment: { page: 'payment', to: (no: string) => `${pathTo('payment')}?tab=all&payment=${encodeURIComponent(no)}` },
  handIn: { page: 'handIn', to: (no: string) => `${pathTo('handIn')}?tab=all&handIn=${encodeURIComponent(no)}` },
  codPayout: { page: 'cod', to: (no: string) => `${pathTo('cod')}?view=payouts&payout=${encodeURIComponent(no)}` },
  statement: {
    page: 'statement',
    to: (no: string) => `${pathTo('statement')}?tab=all&statement=${encodeURIComponent(no)}`,
  },
  collection: { page: 'allWayBill', to: (no: string) => pathTo('waybill', { no }) },
  signing: { page: 'allWayBill', to: (no: string) => pathTo('waybill', { no }) },
  onward: { page: 'allWayBill', to: (no: string) => pathTo('waybill', { no }) },
  badDebt: { page: 'feeList', to: (no: string) => `${pathTo('feeList')}?q=${encodeURIComponent(no)}` },
} as const
type Document = keyof typeof documents
const isDocument = (type: string): type is Document => type in documents

type Props = {
  readonly docType: string
  readonly docNo: string
  /** Of a transfer: the account on its other side. */
  readonly otherAccountId?: number | null
}

/** The number of a document that moved money; a link for whoever may see its page. */
export function DocumentLink({ docType, docNo, otherAccountId = null }: Props) {
  const maySee = {
    payment: useRight('payment').browse,
    handIn: useRight('handIn').browse,
    cod: useRight('cod').browse,
    statement: useRight('statement').browse,
    allWayBill: useRight('allWayBill').browse,
    feeList: useRight('feeList').browse,
  }
  if (docType === 'transfer' && otherAccountId !== null)
    return <Link to={`${pathTo('cashAccount')}?journal=${otherAccountId}`}>{docNo}</Link>
  if (!isDocument(docType) || !maySee[documents[docType].page]) return docNo
  return <Link to={documents[docType].to(docNo)}>{docNo}</Link>
}
