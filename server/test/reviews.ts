import * as setup from '@xunyun/contract/approvals/setup'
import type { Sent } from '@xunyun/contract/kernel/call'
import type { World } from './world.ts'

type BizType = Sent<typeof setup.addApproverLevel>['bizType']

/** One level for each of these, whatever the amount, decided by one person. */
export async function reviewedBy(world: World, userId: number, bizTypes: readonly BizType[]): Promise<void> {
  for (const bizType of bizTypes)
    await world.admin.ok(setup.addApproverLevel, {
      bizType,
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [userId],
      roleIds: [],
    })
}
