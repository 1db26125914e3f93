import { addProfile } from '../src/modules/invoices/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Db } from '../src/platform/db.ts'
import type { Masters } from './demoMasters.ts'

/** Tax numbers with a right check character; made up. */
const taxNos = ['91330110MA2B0RXU59', '91330110MA2CEFGH0C', '91440101MA5ABCDE1M', '91330200MA2GH8KL3E']

/** Titles under which the demo company invoices: of most customers one, of the first two; one that is still to be completed. */
export async function seedInvoices(db: Db, masters: Masters, actor: Actor): Promise<void> {
  const titled = masters.customers.slice(0, taxNos.length)
  await db.transaction().execute(async (tx) => {
    for (const [at, { id, name, contact }] of titled.entries()) {
      const [recipient, mobile] = contact
      const who = { companyId: id, recipient, mobile, email: `fapiao${at + 1}@customer.example` }
      await addProfile(
        { tx, actor },
        {
          ...who,
          title: name,
          taxNo: taxNos[at],
          type: at === 3 ? 'ordinary' : 'special',
          bank: '工商银行余杭支行',
          account: `1202 0212 0990 0${String(123_456 + at)}`,
          address: undefined,
          tel: undefined,
        },
      )
      if (at === 0)
        await addProfile(
          { tx, actor },
          {
            ...who,
            title: `${name}仓储分部`,
            taxNo: undefined,
            type: 'ordinary',
            bank: undefined,
            account: undefined,
            address: undefined,
            tel: undefined,
          },
        )
    }
  })
}
