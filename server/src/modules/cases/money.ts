import { sql } from 'kysely'
import type { Asked } from '../../platform/act.ts'
import type { Approvals } from '../../platform/approvals.ts'
import type { Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField } from '../../platform/refusal.ts'
import { type Claim, makeClaims, makePenalties, type Penalty } from '../costs/index.ts'

/** What a case has led to before: it is paid for once, unless that came to nothing. */
type Before = { readonly applicationId: number | null }
type Applied = { readonly id: number; readonly no: string }

/** What cases apply for: a claim is paid to the customer, a penalty is taken from whoever is responsible. */
export type Money = {
  readonly claim: (asked: Asked, claim: Claim & Before) => Promise<Applied>
  readonly penalty: (
    asked: Asked,
    penalty: Omit<Penalty, 'arrangementId'> & { readonly arrangementId: number | null } & Before,
  ) => Promise<Applied>
}

export const moneyOf = ({ approvals, numbering }: { approvals: Approvals; numbering: Numbering }): Money => {
  const claims = makeClaims({ approvals, numbering })
  const penalties = makePenalties(numbering, approvals)
  return {
    async claim({ tx, actor }, claim) {
      await refuseTwice(tx, claim)
      return claims.claim(tx, actor, claim)
    },
    async penalty({ tx, actor }, { arrangementId, ...penalty }) {
      await refuseTwice(tx, penalty)
      if (arrangementId === null) throw badField('dealing', 'cases.nobodyResponsible')
      return penalties.penalty(tx, actor, { ...penalty, arrangementId })
    },
  }
}

async function refuseTwice(tx: Tx, { applicationId }: Before): Promise<void> {
  // unscoped: of the case, which was reached in scope
  const { rows } = await sql<{ no: string }>`
    select no from application where id = ${applicationId} and state <> 'void'`.execute(tx)
  if (rows[0] !== undefined) throw badField('amount', 'cases.appliedBefore', { no: rows[0].no })
}
