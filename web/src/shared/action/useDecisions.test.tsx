import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { decideApprovals } from '@xunyun/contract/approvals/calls'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { useActs } from './useActs.tsx'
import { useDecideButtons } from './useDecideButtons.tsx'
import { useDecisions } from './useDecisions.tsx'

const asked = playServer(() => ({ done: 1, refused: [] }))
beforeAll(async () => {
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
})
afterEach(cleanup)

const words = { approve: '通过', reject: '驳回', opinion: '审核意见' }
const row = {
  id: 7,
  no: 'FK1',
  approvalId: 70,
  actions: [{ key: 'approve' as const }, { key: 'reject' as const }],
}

function Card() {
  const decisions = useDecisions<typeof row>({ words, refresh: [] })
  const acts = useActs<typeof row>({
    acts: decisions.acts,
    word: (key) => words[key],
    nameOf: ({ no }) => no,
    refresh: [],
  })
  const buttons = useDecideButtons([row])
  return (
    <>
      {buttons(acts.row(row))}
      {acts.dialogs}
      {decisions.dialog}
    </>
  )
}

it('[D-04] a document is decided by its review, whatever its own id; sending back asks for an opinion, which goes along', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Card />
    </QueryClientProvider>,
  )
  const sent = () => asked.filter(({ path }) => path === decideApprovals.path).map(({ body }) => body)
  fireEvent.click(screen.getByRole('button', { name: /通\s*过/ }))
  await waitFor(() => expect(sent()).toEqual([{ ids: [70], decision: 'approve' }]))
  fireEvent.click(screen.getByRole('button', { name: /驳\s*回/ }))
  await screen.findByText('审核意见')
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '账号不符' } })
  fireEvent.click(screen.getAllByRole('button', { name: /驳\s*回/ }).at(-1) as HTMLElement)
  await waitFor(() => expect(sent().at(-1)).toEqual({ ids: [70], decision: 'reject', opinion: '账号不符' }))
})
