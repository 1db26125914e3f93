import type { HandInRow } from '@xunyun/contract/collections/calls'
import { isAble } from '@xunyun/contract/kernel/ability'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import {
  addCodPayout,
  countHandIn,
  handIn,
  handInDetail,
  listCods,
  listHandIns,
} from '../src/modules/collections/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { owned, type Tx } from '../src/platform/db.ts'
import type { Numbering } from '../src/platform/numbering.ts'

type Asked = { readonly tx: Tx; readonly actor: Actor }
type Deps = { readonly numbering: Numbering; readonly approvals: Approvals }

/**
 * What drivers collected: of those who handed in one is counted with his COD, one was ten yuan short, the others wait to be
 * counted; the COD is on its way to its customer.
 */
export async function handInSome(asked: Asked, deps: Deps, till: number, bank: number): Promise<void> {
  const { tx, actor } = asked
  const { rows } = await listHandIns(tx, actor, { tab: 'toHandIn' })
  const holders = [...Map.groupBy(rows, ({ holderKind, holderId }) => `${holderKind} ${holderId}`).values()].map(
    (of) => {
      const withCod = of.find(({ cod }) => Number(cod) > 0)
      return { id: (withCod ?? of[0])?.id as number, hasCod: withCod !== undefined }
    },
  )
  const [withCod, without] = [holders.filter(({ hasCod }) => hasCod), holders.filter(({ hasCod }) => !hasCod)]
  const chosen = [...withCod.slice(0, 2), ...without.slice(0, 2)].slice(0, holders.length - 1)
  await handIn(deps)(asked, { ids: chosen.map(({ id }) => id), remark: undefined })
  await giveAccount(asked)
  // What whoever makes the demo holds is for somebody else to count.
  const pending = (await listHandIns(tx, actor, { tab: 'pending' })).rows.filter((row) => isAble(row, 'count'))
  // The least, so that it is the same each time the demo is made.
  const [whole] = pending.filter(({ cod }) => Number(cod) > 0).sort((a, b) => compareDecimal(a.cod, b.cod))
  const short = pending.find(({ cod }) => Number(cod) === 0)
  if (short !== undefined) await count(asked, short, { till, bank }, '10')
  if (whole === undefined) return
  await count(asked, whole, { till, bank }, '0')
  const payable = (await listCods(tx, actor, { tab: 'handedIn' })).rows[0]
  if (payable === undefined) return
  await addCodPayout(deps)(asked, {
    waybillIds: [payable.id],
    cashAccountId: bank,
    payeeAccount: '中国工商银行 1202020109900012345',
    lines: [],
    reason: undefined,
  })
}

/** The account of the drivers' job is that of one who still has something to hand in. */
async function giveAccount({ tx, actor }: Asked): Promise<void> {
  const user = await owned(tx)
    .selectFrom('app_user')
    .select('id')
    .where('account', '=', 'driver')
    .executeTakeFirstOrThrow()
  const { rows } = await listHandIns(tx, actor, { tab: 'toHandIn' })
  const his = rows.find(({ holderKind }) => holderKind === 'driver')
  if (his === undefined) throw new Error('demo: no driver has anything to hand in')
  await owned(tx).updateTable('driver').set({ user_id: user.id }).where('id', '=', his.holderId).execute()
  await owned(tx).updateTable('app_user').set({ name: his.holderName }).where('id', '=', user.id).execute()
}

async function count(
  asked: Asked,
  { id }: HandInRow,
  { till, bank }: { readonly till: number; readonly bank: number },
  missing: string,
): Promise<void> {
  const { lines, version } = await handInDetail(asked.tx, asked.actor, id, false)
  const counts = lines.map(({ channel, due }, at) => ({
    channel: channel as 'cash',
    amount: new Exact(due).minus(at === 0 ? missing : 0).toFixed(2),
    cashAccountId: channel === 'cash' ? till : bank,
  }))
  await countHandIn(asked, { id, version, lines: counts, remark: undefined })
}
