import type { Wire } from '../api/api.ts'

/**
 * The calls of the session as the wire needs them, without their schemas, so that the login entry and the first
 * request of the shell do not wait for them. A test holds them equal to the contract.
 */
export const wires = {
  doLogin: { method: 'POST', path: '/api/Login/DoLogin', body: 'form' },
  logout: { method: 'POST', path: '/api/Login/Logout' },
  getUserInfo: { method: 'GET', path: '/api/Users/GetUserInfo' },
  changePwd: { method: 'POST', path: '/api/Users/ChangePWD', body: 'form' },
} as const satisfies Record<string, Wire>
