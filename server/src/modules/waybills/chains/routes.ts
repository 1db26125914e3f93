import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/waybills/chains'
import { recordAccess } from '../../../platform/accessLog.ts'
import { fromOf } from '../../../platform/http/request.ts'
import type { Platform } from '../../../platform/platform.ts'
import { chainColumns } from './columns.ts'
import { chainOf, listChains, totalChains } from './queries.ts'
import { verifyChains } from './verify.ts'
import { verifyAllJob } from './verifyAll.ts'

/** 哈希运单 (RT-16/hashList): every chain, recomputed one by one or all together. */
export function bindChains({ bind, config, exports, jobs }: Platform): void {
  jobs.kind('verify', verifyAllJob)
  bind(calls.getChains, ({ tx, actor }, input) => listChains(tx, actor, input))
  bind(calls.getChainTotals, ({ tx, actor }, input) => totalChains(tx, actor, input))
  const originOf = (request: { protocol: string; host: string }) =>
    config.publicUrl?.origin ?? `${request.protocol}://${request.host}`
  bind(calls.getChain, ({ tx, actor, request }, { id }) => chainOf(tx, actor, id, originOf(request)))
  exports.offer(calls.exportChains, {
    name: (actor) => pageOf('hashList').titles[actor.language],
    columns: () => chainColumns,
    page: (tx, actor, input, request) => listChains(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.downloadChain, async ({ tx, actor, reply, request }, { id }) => {
    const chain = await chainOf(tx, actor, id, '')
    const events = await tx
      .selectFrom('waybill_event')
      .select(['seq', 'type', 'payload', 'at', 'by_id', 'by_name'])
      .where('waybill_id', '=', id)
      .orderBy('seq')
      .execute()
    const hashes = new Map(chain.events.map(({ seq, prevHash, hash }) => [seq, { prevHash, hash }]))
    const file = {
      waybillNo: chain.waybillNo,
      head: chain.head,
      rule: 'hash = SHA-256(prevHash ‖ RFC 8785 JSON of {seq, type, payload, time, operator}); the first prevHash is 32 zero bytes',
      events: events.map(({ by_id, by_name, at, ...event }) => ({
        event: { ...event, time: at, operator: { id: by_id, name: by_name } },
        ...hashes.get(event.seq),
      })),
    }
    const what = `${chain.waybillNo}.chain.json`
    await recordAccess(tx, { kind: 'download', who: actor, from: fromOf(request), detail: { what } })
    return reply
      .header('content-disposition', `attachment; filename="${what}"`)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(file, null, 2))
  })
  bind(calls.verifyChains, verifyChains)
}
