import type { UserInfo } from '@xunyun/contract/system/calls'
import { beforeEach, expect, it } from 'vitest'
import { dropDraftsBut, dropDraftsOfTab, readDraft, writeDraft } from './drafts.ts'
import { closeSession, openSession, useSession } from './session.ts'

const userInfo = (fields: Partial<UserInfo> = {}): UserInfo => ({
  ListSysUserRights: [],
  UserID: 1,
  LOGNAME: 'zhou',
  UNAME: '',
  PHOTO: '',
  ISDIAL: 1,
  OpenId: '',
  wechat: false,
  token: 't',
  scope: 'all',
  mustChangePassword: false,
  outletId: null,
  outletName: null,
  now: new Date().toISOString(),
  today: '2026-11-20',
  ...fields,
})

beforeEach(() => {
  closeSession()
  sessionStorage.clear()
})

it('without user info there is no session', () => {
  expect(() => openSession(null)).toThrow('verification')
})

it('without a menu there is no session either, unless the password must be changed first', () => {
  expect(() => openSession(userInfo())).toThrow('noMenu')
  openSession(userInfo({ mustChangePassword: true }))
  expect(useSession.getState()).toMatchObject({ name: 'zhou', dials: true, avatar: '' })
})

it('drafts of one person are not for another, and a closed tab takes its own along', () => {
  writeDraft(1, '/a', 'form', { x: 1 })
  writeDraft(1, '/b', 'form', { x: 2 })
  writeDraft(2, '/a', 'form', { x: 3 })
  expect(readDraft(1, '/a', 'form')).toEqual({ x: 1 })
  dropDraftsOfTab(1, '/a')
  expect(readDraft(1, '/a', 'form')).toBeNull()
  dropDraftsBut(1)
  expect(readDraft(2, '/a', 'form')).toBeNull()
  expect(readDraft(1, '/b', 'form')).toEqual({ x: 2 })
  dropDraftsBut(null)
  expect(sessionStorage.length).toBe(0)
})
