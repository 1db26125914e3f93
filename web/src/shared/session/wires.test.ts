import { changePwd, doLogin, getUserInfo, logout } from '@xunyun/contract/system/calls'
import { getWords } from '@xunyun/contract/system/dictionary'
import {
  beginWeChat,
  bindOpenId,
  getMyWeChat,
  getWeChatSettings,
  getWXKFOpenId,
  wxLogin,
} from '@xunyun/contract/system/wechat'
import { getMyLists } from '@xunyun/contract/workbench/lists'
import { expect, it } from 'vitest'
import type { Wire } from '../api/api.ts'
import { wires } from './wires.ts'

const optional = { body: undefined, idempotent: undefined, transport: undefined }

it('the calls of the session are those of the contract', () => {
  const contract: Record<keyof typeof wires, Wire> = {
    doLogin,
    logout,
    getUserInfo,
    getMyLists,
    getWords,
    changePwd,
    getWeChatSettings,
    beginWeChat,
    getWXKFOpenId,
    wxLogin,
    bindOpenId,
    getMyWeChat,
  }
  for (const name of Object.keys(wires) as (keyof typeof wires)[]) {
    const { method, path, body, idempotent, transport } = contract[name]
    expect({ ...optional, ...wires[name] }).toEqual({ method, path, body, idempotent, transport })
  }
})
