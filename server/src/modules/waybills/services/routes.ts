import { wordFor } from '@xunyun/contract/dictionary'
import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/waybills/services'
import { isCustomer, may } from '../../../platform/actor.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import { badField } from '../../../platform/refusal.ts'
import { addService, changeService, deleteServices } from './acts.ts'
import { listServices, serviceColumns, totalServices } from './queries.ts'
import { addServiceRate, changeServiceRate, deleteServiceRates, listRates, tryService } from './rates.ts'

/** 增值服务 (RT-16/addServices): services after placing, and their rates. */
export function bindServices({ approvals, bind, exports, records }: Platform): void {
  bind.constraints({
    service_rate__of: () => badField('type', 'waybills.rateTaken'),
    service_rate__limits: () => badField('maxCharge', 'field.range'),
  })
  records.register('serviceRate', {
    maySee: async (_, actor) => may(actor, 'addServices', 'browse') && !isCustomer(actor),
    describe: async (tx, id) => {
      const row = await tx.selectFrom('service_rate').select('type').where('id', '=', id).executeTakeFirst()
      return {
        name: row === undefined ? String(id) : wordFor('addedService', row.type, 'zh'),
        link: pageOf('addServices').path,
      }
    },
  })
  bind(calls.getServices, ({ tx, actor }, input) => listServices(tx, actor, input))
  bind(calls.getServiceTotals, ({ tx, actor }, input) => totalServices(tx, actor, input))
  exports.offer(calls.exportServices, {
    name: (actor) => pageOf('addServices').titles[actor.language],
    columns: () => serviceColumns,
    page: (tx, actor, input, request) => listServices(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.addService, addService(approvals))
  bind(calls.changeService, changeService(approvals))
  bind(calls.deleteServices, deleteServices(approvals))
  bind(calls.calculateService, ({ tx, actor }, input) => tryService(tx, actor, input))
  bind(calls.getServiceRates, ({ tx, actor }) => listRates(tx, actor))
  bind(calls.addServiceRate, addServiceRate)
  bind(calls.changeServiceRate, changeServiceRate)
  bind(calls.deleteServiceRates, deleteServiceRates)
  bind(calls.getServiceRateHistory, ({ tx }, { id }) => historyOf(tx, 'serviceRate', id))
}
