import type { UserInfo } from '@xunyun/contract/system/calls'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { menuItems } from '../menus/menu.ts'

/** Who I am, with the menu built from my rights (AP-03). */
export async function userInfoOf(tx: Tx, actor: Actor, token: string, wechat: boolean): Promise<UserInfo> {
  // unscoped: the name of my own outlet
  const row = await owned(tx)
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.outlet_id')
    .select(['app_user.photo', 'app_user.is_dial', 'app_user.open_id', 'company.short_name as outlet_name'])
    .where('app_user.id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return {
    ListSysUserRights: await menuItems(tx, actor.language, actor.rights),
    UserID: actor.userId,
    LOGNAME: actor.account,
    UNAME: actor.name,
    PHOTO: row.photo,
    ISDIAL: row.is_dial ? 1 : 0,
    OpenId: row.open_id ?? '',
    wechat,
    token,
    scope: actor.scope.kind,
    mustChangePassword: actor.mustChangePassword,
    outletId: actor.outletId,
    outletName: row.outlet_name,
    now: clock.iso(),
    today: clock.today(),
  }
}
