import * as abnormals from '@xunyun/contract/cases/abnormals'
import * as complaints from '@xunyun/contract/cases/complaints'
import { pageOf } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import { mayCall } from '../../platform/actor.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import {
  addAbnormal,
  assignAbnormals,
  changeAbnormalDue,
  closeAbnormal,
  handleAbnormal,
  reopenAbnormal,
} from './abnormals.acts.ts'
import { abnormalDetail, listAbnormals, totalAbnormals } from './abnormals.queries.ts'
import { abnormalColumns, complaintColumns } from './columns.ts'
import {
  acceptComplaints,
  addComplaint,
  answerComplaint,
  assignComplaints,
  changeComplaint,
  changeComplaintDue,
  finishComplaint,
  followUpComplaint,
  reopenComplaint,
} from './complaints.acts.ts'
import { complaintDetail, listComplaints, totalComplaints } from './complaints.queries.ts'
import { moneyOf } from './money.ts'

export { addAbnormal, handleAbnormal } from './abnormals.acts.ts'
export { abnormalClocks, complaintClocks } from './clocks.ts'
export { acceptComplaints, addComplaint, answerComplaint, followUpComplaint } from './complaints.acts.ts'
export { lateCases } from './late.ts'

export { moneyOf } from './money.ts'

/** Cases of goods and complaints: each with an owner and a clock, brought to a decision (T28). */
export function cases({ approvals, bind, exports, files, numbering, records }: Platform): void {
  const money = moneyOf({ approvals, numbering })
  records.register('abnormal', {
    maySee: async (tx, actor, id) =>
      mayCall(actor, abnormals.getAbnormal) && (await isSeen(abnormalDetail(tx, actor, { id }))),
    describe: async (tx, id) => {
      const { rows } = await sql<{ no: string }>`select abnormal_no as no from abnormal where id = ${id}`.execute(tx)
      const name = rows[0]?.no ?? String(id)
      return { name, link: `${pageOf('abnormalList').path}?tab=&q=${name}` }
    },
  })
  records.register('complaint', {
    maySee: async (tx, actor, id) =>
      mayCall(actor, complaints.getComplaint) && (await isSeen(complaintDetail(tx, actor, { id }))),
    describe: async (tx, id) => {
      // unscoped: asked after it was seen
      const { rows } = await sql<{ no: string }>`select complaint_no as no from complaint where id = ${id}`.execute(tx)
      const name = rows[0]?.no ?? String(id)
      return { name, link: `${pageOf('complaintList').path}?tab=&q=${name}` }
    },
  })

  bind(abnormals.getAbnormals, ({ tx, actor }, input) => listAbnormals(tx, actor, input))
  bind(abnormals.getAbnormalTotals, ({ tx, actor }, input) => totalAbnormals(tx, actor, input))
  bind(abnormals.getAbnormal, ({ tx, actor }, input) => abnormalDetail(tx, actor, input))
  bind(abnormals.getAbnormalHistory, async ({ tx, actor }, { id }) => {
    await abnormalDetail(tx, actor, { id })
    return historyOf(tx, 'abnormal', id)
  })
  exports.offer(abnormals.exportAbnormals, {
    name: (actor) => pageOf('abnormalList').titles[actor.language],
    columns: () => abnormalColumns,
    page: (tx, actor, input, request) => listAbnormals(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(abnormals.addAbnormal, addAbnormal(numbering, files))
  bind(abnormals.handleAbnormal, handleAbnormal(files))
  bind(abnormals.closeAbnormal, closeAbnormal(money))
  bind(abnormals.reopenAbnormal, reopenAbnormal)
  bind(abnormals.assignAbnormals, assignAbnormals)
  bind(abnormals.changeAbnormalDue, changeAbnormalDue)

  bind(complaints.getComplaints, ({ tx, actor }, input) => listComplaints(tx, actor, input))
  bind(complaints.getComplaintTotals, ({ tx, actor }, input) => totalComplaints(tx, actor, input))
  bind(complaints.getComplaint, ({ tx, actor }, input) => complaintDetail(tx, actor, input))
  bind(complaints.getComplaintHistory, async ({ tx, actor }, { id }) => {
    await complaintDetail(tx, actor, { id })
    return historyOf(tx, 'complaint', id)
  })
  exports.offer(complaints.exportComplaints, {
    name: (actor) => pageOf('complaintList').titles[actor.language],
    columns: () => complaintColumns,
    page: (tx, actor, input, request) => listComplaints(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(complaints.addComplaint, addComplaint(numbering, files))
  bind(complaints.changeComplaint, changeComplaint)
  bind(complaints.acceptComplaints, acceptComplaints)
  bind(complaints.answerComplaint, answerComplaint(money, files))
  bind(complaints.followUpComplaint, followUpComplaint)
  bind(complaints.finishComplaint, finishComplaint)
  bind(complaints.reopenComplaint, reopenComplaint)
  bind(complaints.assignComplaints, assignComplaints)
  bind(complaints.changeComplaintDue, changeComplaintDue)
}
