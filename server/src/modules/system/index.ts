import * as files from '@xunyun/contract/files/calls'
import * as calls from '@xunyun/contract/system/calls'
import type { FastifyRequest } from 'fastify'
import { historyOf, recordHistory } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { closeSessions } from '../../platform/session.ts'
import { bindCompany, boundCompanies, unbindCompany } from './binding.ts'
import { serveFiles } from './fileRoutes.ts'
import { login } from './login.ts'
import { menuItems } from './menu.ts'
import { changeMyPassword, resetPassword } from './passwordActs.ts'
import { rightsOf, setRights } from './rights.ts'
import { userInfoOf } from './userInfo.ts'
import { addUser, changeUser, enabledUsers, listUsers } from './users.ts'

const from = (request: FastifyRequest) => ({ address: request.ip, agent: request.headers['user-agent'] ?? '' })

/** Session, users, rights, scope, files. */
export { isColleague } from './users.ts'

export function system(platform: Platform): void {
  const { bind, db, files: store } = platform
  bind.constraints({ app_user__account: () => badField('LOGNAME', 'system.accountTaken') })

  bind(calls.doLoginByGet, ({ request }, input) => login(db, input, from(request)))
  bind(calls.doLogin, ({ request }, input) => login(db, input, from(request)))
  bind(calls.logout, async ({ tx, actor }) => {
    await closeSessions(tx, actor.userId, { only: actor.sessionId })
    return {}
  })
  bind(calls.getUserInfo, ({ tx, actor, token }) => userInfoOf(tx, actor, token))
  bind(calls.changePwd, async ({ tx, actor }, input) => {
    await changeMyPassword(tx, actor, input)
    return {}
  })

  bind(calls.getAllUsers, ({ tx }, input) => listUsers(tx, input))
  bind(calls.getUsers, ({ tx, actor }, input) => {
    // Colleagues' names are no business of a customer's account.
    if (actor.scope.kind === 'customer') throw new Refusal('kernel.forbidden', { page: 'user', kind: 'browse' })
    return enabledUsers(tx, input.q)
  })
  bind(calls.addUsers, ({ tx, actor }, input) => addUser(tx, actor, input))
  bind(calls.changeUsers, ({ tx, actor }, input) => changeUser(tx, actor, input))
  bind(calls.adminChangePwd, async ({ tx, actor }, input) => {
    await resetPassword(tx, actor, input)
    return {}
  })
  bind(calls.endSessions, async ({ tx, actor }, input) => {
    const ended = await closeSessions(tx, input.UserID, 'all')
    await recordHistory(tx, actor, 'user', input.UserID, 'sessionsEnded')
    return { ended }
  })
  bind(calls.getUserHistory, ({ tx }, input) => historyOf(tx, 'user', input.id))

  bind(calls.getRightMenus, ({ tx, actor }) => menuItems(tx, actor.language))
  bind(calls.getUserRight, ({ tx }, input) => rightsOf(tx, input.UserID))
  bind(calls.setSysUserRights, async ({ tx, actor }, input) => {
    await setRights(tx, actor, input)
    return {}
  })
  bind(calls.getBindCompany, ({ tx }, input) => boundCompanies(tx, input.UserID))
  bind(calls.addBindCompany, async ({ tx, actor }, input) => {
    await bindCompany(tx, actor, input)
    return {}
  })
  bind(calls.delBindCompany, async ({ tx, actor }, input) => {
    await unbindCompany(tx, actor, input)
    return {}
  })

  bind(files.fileUpload, async ({ tx, actor, request }) => {
    const part = await request.file()
    if (part === undefined) throw badField('file', 'field.required')
    const { sha256: _, ...stored } = await store.store(tx, actor, part.filename, await part.toBuffer())
    return stored
  })
  bind(files.getFile, serveFiles(store))
}
