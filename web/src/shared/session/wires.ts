import type { Wire } from '../api/api.ts'

/**
 * The calls of the session as the wire needs them, without their schemas, so that the login entry and the first
 * request of the shell do not wait for them. A test holds them equal to the contract.
 */
export const wires = {
  doLogin: { method: 'POST', path: '/api/Login/DoLogin', body: 'form' },
  logout: { method: 'POST', path: '/api/Login/Logout', body: 'form' },
  getUserInfo: { method: 'GET', path: '/api/Users/GetUserInfo' },
  getMyLists: { method: 'GET', path: '/api/Workbench/GetMyLists' },
  getWords: { method: 'GET', path: '/api/Dictionary/GetWords' },
  changePwd: { method: 'POST', path: '/api/Users/ChangePWD', body: 'form' },
  getWeChatSettings: { method: 'GET', path: '/api/WeChat/GetWeChatSettings' },
  beginWeChat: { method: 'POST', path: '/api/WeChat/BeginWeChat' },
  getWXKFOpenId: { method: 'GET', path: '/api/WXHelper/GetWXKFOpenId', transport: 'text' },
  wxLogin: { method: 'GET', path: '/api/Login/WXLogin' },
  bindOpenId: { method: 'POST', path: '/api/Users/BindOpenId' },
  getMyWeChat: { method: 'GET', path: '/api/Users/GetMyWeChat' },
} as const satisfies Record<string, Wire>
