import type { Envelope, Output } from '@xunyun/contract/kernel/call'
import { getUserInfo } from '@xunyun/contract/system/calls'
import { fileUpload } from '@xunyun/contract/system/files'
import * as calls from '@xunyun/contract/system/profile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const pdf = Buffer.from('%PDF-1.7\n')

async function uploaded(client: Client, bytes: Buffer, name: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await client.fetch(fileUpload.path, { method: 'POST', body })
  return ((await response.json()) as Envelope<Output<typeof fileUpload>>).data.Url
}

describe('my account', () => {
  it('[RT-06] shows who I am and what my scope consists of, to a user without any right', async () => {
    const outlet = await world.outlet('杭州')
    const { client } = await world.person('plain', { scope: 'outlet', companies: [outlet], outletId: outlet })
    const mine = await client.ok(calls.getMyProfile, {})
    expect(mine).toMatchObject({ LOGNAME: 'plain', scope: 'outlet', outletName: '杭州' })
    expect(mine.companies.map((one) => one.CompanyName)).toEqual(['杭州'])
  })

  it('[RT-06] a mobile and a photo of one’s own are kept; the photo is seen by whoever manages users, by nobody else', async () => {
    const { client } = await world.person('photographed', {})
    const stranger = await world.person('stranger', {})
    const { version } = await client.ok(calls.getMyProfile, {})
    const PHOTO = await uploaded(client, jpeg, 'me.jpg')
    await client.ok(calls.changeMyProfile, { version, mobile: '13800001111', PHOTO })
    expect(await client.ok(calls.getMyProfile, {})).toMatchObject({ mobile: '13800001111', PHOTO })
    expect((await client.ok(getUserInfo, {})).PHOTO).toBe(PHOTO)
    expect((await world.admin.fetch(PHOTO)).headers.get('content-type')).toBe('image/jpeg')
    expect(await (await stranger.client.fetch(PHOTO)).json()).toMatchObject({ code: 404 })
  })

  it('[RT-06] a paper, another’s picture and an old version are refused, naming the field', async () => {
    const { client } = await world.person('careful', {})
    const other = await world.person('other', {})
    const { version } = await client.ok(calls.getMyProfile, {})
    const paper = await client.refused(calls.changeMyProfile, { version, PHOTO: await uploaded(client, pdf, 'a.pdf') })
    expect(paper.fields[0]).toMatchObject({ path: 'PHOTO', reason: 'kernel.fileType' })
    const foreign = await uploaded(other.client, jpeg, 'b.jpg')
    const taken = await client.refused(calls.changeMyProfile, { version, PHOTO: foreign })
    expect(taken.fields[0]).toMatchObject({ path: 'PHOTO', reason: 'kernel.notFound' })
    const wrong = await client.refused(calls.changeMyProfile, { version, mobile: '123' })
    expect(wrong.fields[0]?.path).toBe('mobile')
    await client.ok(calls.changeMyProfile, { version })
    expect((await client.refused(calls.changeMyProfile, { version })).reason).toBe('kernel.stale')
  })
})

describe('my sessions', () => {
  it('[RT-06] the others are ended, this one stays; those of other people are out of reach', async () => {
    const { client: here } = await world.person('travels', {})
    const there = await world.signIn('travels')
    const elsewhere = await world.signIn('travels')
    const neighbour = await world.person('neighbour', {})
    const theirs = await neighbour.client.ok(calls.getMySessions, {})
    const mine = await here.ok(calls.getMySessions, {})
    expect(mine.map((one) => one.current)).toEqual([true, false, false])
    expect(mine[0]?.address).toMatch(/127\.0\.0\.1/)

    expect(await here.ok(calls.endMyOtherSessions, { sessionId: theirs[0]?.id ?? 0 })).toEqual({ ended: 0 })
    await neighbour.client.ok(calls.getMySessions, {})
    const self = await here.refused(calls.endMyOtherSessions, { sessionId: mine[0]?.id ?? 0 })
    expect(self.fields[0]).toMatchObject({ path: 'sessionId', reason: 'system.thisSession' })
    expect(await here.ok(calls.endMyOtherSessions, { sessionId: mine[1]?.id ?? 0 })).toEqual({ ended: 1 })
    expect(await here.ok(calls.endMyOtherSessions, {})).toEqual({ ended: 1 })
    await here.ok(getUserInfo, {})
    for (const gone of [there, elsewhere]) expect((await gone.send(getUserInfo, {})).code).toBe(50014)
  })
})
