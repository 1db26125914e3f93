import { type Kysely, sql } from 'kysely'

/** 红冲 and 发放 have a right of their own: whoever could do them by the right of their page keeps them, and whoever was denied that stays so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [page, kind, leaf] of [
    ['billApplyAudit', 'approve', 'makeRed'],
    ['cod', 'edit', 'payOutCod'],
  ] as const) {
    const had = sql.ref(`had.${kind}`)
    await sql`insert into role_right (role_id, page, browse, edit, approve)
      select role_id, ${leaf}, true, true, false from role_right had where page = ${page} and ${had} on conflict do nothing`.execute(
      db,
    )
    await sql`insert into user_right (user_id, page, browse, edit, approve)
      select user_id, ${leaf}, case when had.browse = false then false when ${had} then true end, ${had}, null
      from user_right had where page = ${page} and (had.browse = false or ${had} is not null) on conflict do nothing`.execute(
      db,
    )
  }
}
