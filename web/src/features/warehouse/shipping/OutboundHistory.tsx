import type { getCartonHistory } from '@xunyun/contract/warehouse/shipping/cartons'
import type { getOutboundHistory } from '@xunyun/contract/warehouse/shipping/notices'
import type { getPickTaskHistory } from '@xunyun/contract/warehouse/shipping/picking'
import { History } from '../../../shared/detail/History.tsx'
import { useOutboundHistory } from './noticeHistory.ts'

type Props = { call: typeof getOutboundHistory | typeof getPickTaskHistory | typeof getCartonHistory; id: number }

/** What happened to a notice, a task or a carton. */
export const OutboundHistory = (props: Props) => <History {...props} {...useOutboundHistory()} />
