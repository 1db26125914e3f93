import * as calls from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import { wordFor } from '@xunyun/contract/dictionary'
import { pageOf } from '@xunyun/contract/pages'
import { may } from '../../platform/actor.ts'
import { deciders } from '../../platform/approvals.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { decideApprovals, transferApprovals, withdrawApprovals } from './acts.ts'
import { approverChoices } from './choices.ts'
import { approvalColumns } from './columns.ts'
import { approvalDetail, listApprovals, totalApprovals } from './queries.ts'
import { addApproverLevel, changeApproverLevel, deleteApproverLevels, setDeputy, setupOf } from './setup.ts'
import { tryPath } from './tryPath.ts'

export { waitingReviews } from './queries.ts'

/** Who reviews what, and what waits for whom (D-04): the setup and the inbox of the engine in platform/approvals.ts. */
export function approvals({ approvals: engine, bind, exports, records }: Platform): void {
  bind.constraints({
    approver_level__band: () => badField('amountTo', 'field.range'),
    approval__one_open: () => new Refusal('kernel.busy'),
  })
  records.register('approverLevel', {
    maySee: async (_, actor) => may(actor, 'audit', 'browse'),
    describe: async (tx, id) => {
      const row = await tx
        .selectFrom('approver_level')
        .select(['biz_type', 'level'])
        .where('id', '=', id)
        .executeTakeFirst()
      const name = row === undefined ? String(id) : `${wordFor('bizType', row.biz_type, 'zh')} ${row.level}`
      return { name, link: pageOf('audit').path }
    },
  })
  bind(setup.getApproverSetup, ({ tx, actor }) => setupOf(tx, actor.language))
  bind(setup.getApproverChoices, ({ tx, actor }, { bizType }) => approverChoices(tx, actor.language, bizType))
  bind(setup.addApproverLevel, addApproverLevel)
  bind(setup.changeApproverLevel, changeApproverLevel)
  bind(setup.deleteApproverLevels, deleteApproverLevels)
  bind(setup.setDeputy, setDeputy)
  bind(setup.tryApproval, ({ tx, actor }, input) => tryPath(tx, actor.language, input))
  bind(setup.getApproverHistory, ({ tx }, { id }) => historyOf(tx, 'approverLevel', id))

  bind(calls.getApprovals, ({ tx, actor }, input) => listApprovals(tx, actor, input))
  bind(calls.getApprovalTotals, ({ tx, actor }, input) => totalApprovals(tx, actor, input))
  bind(calls.getApproval, ({ tx, actor }, { id }) => approvalDetail(tx, actor, engine, id))
  exports.offer(calls.exportApprovals, {
    name: (actor) => pageOf('unreviewed').titles[actor.language],
    columns: () => approvalColumns,
    page: (tx, actor, input, request) => listApprovals(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.decideApprovals, decideApprovals(engine))
  bind(calls.transferApprovals, transferApprovals(engine))
  bind(calls.getTransferChoices, async ({ tx, actor }, { bizTypes }) =>
    (await deciders(tx, bizTypes)).filter(({ id }) => id !== actor.userId),
  )
  bind(calls.withdrawApprovals, withdrawApprovals(engine))
}
