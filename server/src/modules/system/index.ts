import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/system/calls'
import * as clientErrors from '@xunyun/contract/system/clientErrors'
import * as files from '@xunyun/contract/system/files'
import * as profile from '@xunyun/contract/system/profile'
import * as batches from '@xunyun/contract/system/userBatches'
import type { FastifyRequest } from 'fastify'
import { recordAccess } from '../../platform/accessLog.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Received } from '../../platform/files.ts'
import { historyOf } from '../../platform/history.ts'
import { fromOf, tokenOf } from '../../platform/http/request.ts'
import type { Platform } from '../../platform/platform.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { closeSessions } from '../../platform/session.ts'
import { bindCategories } from './categories/routes.ts'
import { addError, errorDetail, errorExport, listErrors, totalErrors } from './clientErrors/clientErrors.ts'
import { bindDictionary } from './dictionary/routes.ts'
import { keepUpload, receiveUpload, serveFiles } from './files/fileRoutes.ts'
import { offerImports } from './imports.ts'
import { login } from './login/login.ts'
import { adminChangePwd, changeMyPassword, confirmPassword } from './login/passwordActs.ts'
import { userInfoOf } from './login/userInfo.ts'
import { bindMailboxes } from './mail/routes.mailboxes.ts'
import { bindOutbox } from './mail/routes.outbox.ts'
import { menuItems } from './menus/menu.ts'
import { bindMenus } from './menus/routes.ts'
import { changeMyProfile, endMyOtherSessions, myProfile, mySessions } from './profile/profile.ts'
import { rightsOf, setSysUserRights } from './rights/rights.ts'
import { bindRoles } from './roles/routes.ts'
import { addBindCompany, boundCompanies, delBindCompany } from './users/binding.ts'
import { userColumns } from './users/columns.ts'
import { assignRoles, setUsersEnabled } from './users/userBatches.ts'
import { addUsers, changeUsers, enabledUsers, endSessions, exportRows, listUsers, nameOfUser } from './users/users.ts'
import { bindWeChat } from './wechat/routes.ts'

export { dropOldTries } from './login/tries.ts'
/** Session, users, rights, scope, files. */
export { administratorsBeyond } from './users/above.ts'
export { moveBinding } from './users/binding.ts'
export { matchesPerson } from './users/findPeople.ts'
export { isColleague } from './users/users.ts'

export function system(platform: Platform): void {
  const { bind, db, exports, files: store, records } = platform
  bind.constraints({
    app_user__account: () => badField('LOGNAME', 'system.accountTaken'),
    role__name: () => badField('name', 'system.roleNameTaken'),
  })

  bind(calls.doLoginByGet, ({ request }, input) => login(db, input, fromOf(request)))
  bind(calls.doLogin, ({ request }, input) => login(db, input, fromOf(request)))
  bind(calls.logout, async ({ tx, actor, request }) => {
    await recordAccess(tx, { kind: 'logout', who: actor, from: fromOf(request) })
    await closeSessions(tx, actor.userId, { only: actor.sessionId })
    return {}
  })
  bind(calls.getUserInfo, ({ tx, actor, token }) => userInfoOf(tx, actor, token, platform.config.wechat !== undefined))
  // A wrong password stays counted, whatever is refused.
  bind(
    calls.changePwd,
    async ({ actor, request }, input) => {
      await changeMyPassword(db, actor, fromOf(request), input)
      return {}
    },
    { ownTransactions: true },
  )
  bind(
    calls.confirmMyPassword,
    async ({ actor, request }, input) => {
      await confirmPassword(db, actor, fromOf(request), input)
      return {}
    },
    { ownTransactions: true },
  )

  bind(calls.getAllUsers, ({ tx, actor }, input) => listUsers(tx, actor, input))
  bind(calls.getUsers, ({ tx, actor }, input) => {
    // Colleagues' names are no business of a customer's account.
    if (actor.scope.kind === 'customer') throw new Refusal('kernel.forbidden', { page: 'user', kind: 'browse' })
    return enabledUsers(tx, input.q)
  })
  bind(calls.addUsers, addUsers)
  bind(calls.changeUsers, changeUsers)
  bind(calls.adminChangePwd, adminChangePwd)
  bind(calls.endSessions, endSessions)
  bind(calls.getUserHistory, ({ tx }, input) => historyOf(tx, 'user', input.id))
  bind(batches.assignRoles, assignRoles)
  bind(batches.setUsersEnabled, setUsersEnabled)
  exports.offer(batches.exportUsers, {
    name: (actor) => pageOf('user').titles[actor.language],
    columns: () => userColumns,
    page: (tx, actor, input, request) => exportRows(tx, actor, { ...input, ...request }),
  })

  bind(profile.getMyProfile, ({ tx, actor }) => myProfile(tx, actor))
  bind(profile.changeMyProfile, changeMyProfile(store))
  bind(profile.getMySessions, ({ tx, actor }) => mySessions(tx, actor))
  bind(profile.endMyOtherSessions, endMyOtherSessions)
  // A photo is shown to its owner and to whoever manages users.
  records.register('user', {
    maySee: async (_, actor, id) => id === actor.userId || may(actor, 'user', 'browse'),
    describe: (tx, id) => nameOfUser(tx, id),
  })
  records.register('role', {
    maySee: async (_, actor) => may(actor, 'role', 'browse'),
    describe: async (tx, id) => {
      const row = await tx.selectFrom('role').select('name').where('id', '=', id).executeTakeFirst()
      const name = row?.name ?? String(id)
      return { name, link: `${pageOf('role').path}?q=${encodeURIComponent(name)}` }
    },
  })

  bind(calls.getRightMenus, ({ tx, actor }) => menuItems(tx, actor.language))
  bind(calls.getUserRight, ({ tx }, input) => rightsOf(tx, input.UserID))
  bind(calls.setSysUserRights, setSysUserRights)
  bindRoles(platform)
  bindMenus(platform)
  offerImports(platform.imports)
  bindDictionary(platform)
  bindCategories(platform)
  bindWeChat(platform)
  bindMailboxes(platform)
  bindOutbox(platform)
  bind(calls.getBindCompany, ({ tx }, input) => boundCompanies(tx, input.UserID))
  bind(calls.addBindCompany, addBindCompany)
  bind(calls.delBindCompany, delBindCompany)

  bind(clientErrors.addClientError, async ({ tx, request, language }, input) => {
    const token = tokenOf(request)
    await addError(tx, token === undefined ? undefined : await platform.sessions.find(tx, token, language), input)
    return {}
  })
  bind(clientErrors.getClientErrors, ({ tx }, input) => listErrors(tx, input))
  bind(clientErrors.getClientErrorTotals, ({ tx }, input) => totalErrors(tx, input))
  bind(clientErrors.getClientError, ({ tx }, input) => errorDetail(tx, input.id))
  platform.exports.offer(clientErrors.exportClientErrors, errorExport)

  bind(files.fileUpload, ({ tx, actor }, _, received: Received) => keepUpload(tx, actor, platform, received), {
    before: (_actor: Actor, _input: object, request: FastifyRequest) => receiveUpload(request, store),
  })
  bind(files.getFile, serveFiles(store))
}
