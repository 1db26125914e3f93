import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useRight } from '../../shared/session/session.ts'

/** Where the documents of the money ledger stand. */
const documents = {
  payment: `${pathTo('payment')}?tab=all&payment`,
  handIn: `${pathTo('handIn')}?tab=all&handIn`,
  codPayout: `${pathTo('cod')}?view=payouts&payout`,
} as const
const isDocument = (type: string): type is keyof typeof documents => type in documents

/** The number of a document that moved money; a link for whoever may see its page. */
export function DocumentLink({ docType, docNo }: { docType: string; docNo: string }) {
  const maySee = {
    payment: useRight('payment').browse,
    handIn: useRight('handIn').browse,
    codPayout: useRight('cod').browse,
  }
  return isDocument(docType) && maySee[docType] ? (
    <Link to={`${documents[docType]}=${encodeURIComponent(docNo)}`}>{docNo}</Link>
  ) : (
    docNo
  )
}
