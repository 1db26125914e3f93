import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { languages } from '@xunyun/contract/pages'
import { getWaybillEvents } from '@xunyun/contract/waybills/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { Course } from './Course.tsx'

beforeAll(() => startI18n(['common', 'ui', 'waybills']))
afterEach(cleanup)

const head = '4ac1d2e8b07f53a96c10e4d7f2b8a5c39d06e1f74b28a3c5d9e07f16b4a29f3e'

function open(chain: object, events: readonly object[] = []): HTMLElement {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData([getWaybillEvents.path, 5, 1], {
    events,
    chain: { ok: true, count: 3, head, brokenAt: null, ...chain },
  })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Course id={5} version={1} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getByTitle(head)
}

it('[T14] what is reported of a trip stands at the moment it happened, with when it was recorded where that is another', async () => {
  await switchLanguage('zh')
  const departed = (seq: number, at: string) => ({
    seq,
    type: 'departed',
    at: '2026-11-26T03:09:20.000Z',
    byName: '周',
    params: { arrangementNo: 'PC1', pieces: 60, at },
    changes: [],
  })
  open({}, [departed(2, '2026-11-26T03:07:00.000Z'), departed(1, '2026-11-26T03:09:00.000Z')])
  const [late, atOnce] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(late).toContain('11:07')
  expect(late).toContain('11:09 录入')
  expect(atOnce).not.toContain('录入')
})

const events = [1, 2, 3].map((seq) => ({
  seq,
  type: 'placed',
  at: '2026-11-26T03:09:20.000Z',
  byName: '周',
  params: {},
  changes: [],
}))

it('[T-B25] the head of the chain is shown in each language: its first and last characters, all of it when pointed at', async () => {
  for (const language of languages) {
    await switchLanguage(language)
    expect(open({}, events).textContent, language).toContain('4ac1…9f3e')
    expect(screen.getByRole('status').textContent, language).toContain('3')
    cleanup()
    expect(open({ ok: false, brokenAt: 2 }).textContent, language).toContain('4ac1…9f3e')
    expect(screen.getByRole('alert').textContent, language).toContain('2')
    cleanup()
  }
})

it('[T-B25] to whom internal events are not told, the chain is whole without a count', async () => {
  for (const [language, words] of Object.entries({
    zh: '哈希链完整',
    en: 'Hash chain intact',
    es: 'Cadena íntegra',
    ja: 'ハッシュチェーン正常',
  })) {
    await switchLanguage(language as 'zh')
    open({ count: 10 }, events)
    screen.getByText(words)
    cleanup()
  }
})
