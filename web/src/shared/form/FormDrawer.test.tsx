import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { changeUsers } from '@xunyun/contract/system/calls'
import { Input } from 'antd'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api/errors.ts'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { TabContext } from '../tabs/useTab.ts'
import { useQuestion } from '../ui/confirm.ts'
import { toast, useToasts } from '../ui/toasts.ts'
import { Field, FormDrawer, FormSection } from './FormDrawer.tsx'
import { WaitingDrafts } from './WaitingDrafts.tsx'
import { useOpen } from './waiting.ts'

type Values = { UNAME: string; mobile?: string; PSD?: string }

const onSubmit = vi.fn<(values: Values, options: { key: string }) => Promise<void>>()
const onClose = vi.fn<() => void>()
const setDirty = vi.fn<(dirty: boolean) => void>()

function show(more: { initial?: Partial<Values>; onReload?: () => Promise<Partial<Values>> } = {}) {
  const tab = { path: '/system/user', visible: true, setDirty, setTitle: () => {}, close: () => {} }
  return render(
    <TabContext value={tab}>
      <FormDrawer<Values>
        name="user-7"
        title="改用户"
        submitLabel="保存"
        call={changeUsers}
        initial={{ UNAME: '周雅琴' }}
        secret={['PSD']}
        onSubmit={onSubmit}
        onClose={onClose}
        {...more}
      >
        <FormSection>
          <Field name="UNAME" label="姓名">
            <Input />
          </Field>
          <Field name="mobile" label="手机">
            <Input />
          </Field>
          <Field name="PSD" label="密码">
            <Input />
          </Field>
        </FormSection>
      </FormDrawer>
    </TabContext>,
  )
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: /保存/ }))
const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))

beforeAll(async () => {
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
})
beforeEach(() => {
  sessionStorage.clear()
  vi.clearAllMocks()
  onSubmit.mockResolvedValue()
})
afterEach(cleanup)

describe('a form', () => {
  it('closes without a question while nothing was typed', () => {
    show()
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(onClose).toHaveBeenCalled()
    expect(useQuestion.getState().asked).toBeNull()
  })

  it('marks its tab and asks before what was typed is thrown away', async () => {
    show()
    type('姓名', '周')
    expect(setDirty).toHaveBeenLastCalledWith(true)
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(useQuestion.getState().asked?.danger).toBe(true)
    useQuestion.getState().asked?.answer(false)
    await Promise.resolve()
    expect(onClose).not.toHaveBeenCalled()
    type('姓名', '周雅琴')
    expect(setDirty).toHaveBeenLastCalledWith(false)
    expect(drafts()).toEqual([])
  })

  it('comes back with what was typed after a reload, but never with a password', () => {
    const first = show()
    type('姓名', '周')
    type('密码', 'geheim')
    first.unmount()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('geheim')
    show()
    expect(screen.getByLabelText<HTMLInputElement>('姓名').value).toBe('周')
    expect(screen.getByRole('status').textContent).toContain('已恢复')
    fireEvent.click(screen.getByRole('button', { name: '重新填' }))
    expect(screen.getByLabelText<HTMLInputElement>('姓名').value).toBe('周雅琴')
    expect(drafts()).toEqual([])
  })

  it('[ER-01] a refusal goes with the form it belongs to; what was said before it was opened stays', async () => {
    useToasts.setState({ list: [] })
    toast.error('网络中断')
    onSubmit.mockImplementation(() => {
      // As a call says it that is refused.
      toast.error('上级不能是自己')
      return Promise.reject(new ApiError(409, '上级不能是自己'))
    })
    const form = show()
    const texts = () => useToasts.getState().list.map(({ text }) => text)
    type('姓名', '周')
    save()
    await waitFor(() => expect(texts()).toEqual(['网络中断', '上级不能是自己']))
    form.unmount()
    expect(texts()).toEqual(['网络中断'])
  })

  it('Enter goes to the next field and from the last one to the button, and never commits; Ctrl+Enter and Ctrl+S do', async () => {
    show()
    const [name, mobile, secret] = ['姓名', '手机', '密码'].map((label) => screen.getByLabelText(label))
    expect(document.activeElement).toBe(name)
    const enter = (more: KeyboardEventInit = {}) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', ...more })
    // The Enter that ends a composition belongs to the input method.
    enter({ isComposing: true })
    expect(document.activeElement).toBe(name)
    enter()
    expect(document.activeElement).toBe(mobile)
    enter()
    expect(document.activeElement).toBe(secret)
    enter()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /保存/ }))
    expect(onSubmit).not.toHaveBeenCalled()
    mobile?.focus()
    enter({ ctrlKey: true })
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  it('checks a field by the contract when it is left, and does not send what is wrong', async () => {
    show()
    type('手机', '123')
    fireEvent.blur(screen.getByLabelText('手机'))
    expect(await screen.findByText('不是有效手机号')).not.toBeNull()
    type('姓名', '')
    save()
    expect(await screen.findByText('必填')).not.toBeNull()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('puts the server’s refusal at the field, and tries again under another key', async () => {
    onSubmit.mockRejectedValueOnce(
      new ApiError(422, 'x', 'kernel.invalid', {}, [{ path: 'UNAME', reason: 'field.taken', params: {} }]),
    )
    show()
    type('姓名', '王')
    save()
    await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).not.toBeNull())
    save()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    const keys = onSubmit.mock.calls.map(([, { key }]) => key)
    expect(new Set(keys).size).toBe(2)
  })

  it('keeps the key when the answer was lost, so that trying again has one effect', async () => {
    onSubmit.mockRejectedValueOnce(new Error('line down'))
    show()
    type('姓名', '王')
    save()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(screen.getByRole('button', { name: /保存/ }).className).not.toContain('loading'))
    save()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2))
    expect(onSubmit.mock.calls[0]?.[1].key).toBe(onSubmit.mock.calls[1]?.[1].key)
  })

  it('after a conflict what was typed is there, and what the record is now stands beside it', async () => {
    onSubmit.mockRejectedValueOnce(new ApiError(409, '李明 已在 14:05 修改过', 'kernel.stale', {}))
    show({ onReload: () => Promise.resolve({ UNAME: '周雅琴(总站)', mobile: undefined }) })
    type('姓名', '周')
    save()
    expect((await screen.findByRole('alert')).textContent).toContain('李明')
    fireEvent.click(screen.getByRole('button', { name: '重新载入对照' }))
    expect(await screen.findByText(/现为：周雅琴\(总站\)/)).not.toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('姓名').value).toBe('周')
    expect(drafts()).toHaveLength(1)
  })

  it('after a conflict asks only where both changed a field, and takes theirs or mine as chosen', async () => {
    onSubmit.mockRejectedValueOnce(new ApiError(409, '李明 已在 14:05 修改过', 'kernel.stale', {}))
    const loaded = { UNAME: '周雅琴', mobile: '13800000001', PSD: 'a' }
    show({ initial: loaded, onReload: () => Promise.resolve({ ...loaded, UNAME: '周(总站)', mobile: '13900000002' }) })
    type('姓名', '周')
    type('密码', 'mine')
    save()
    await screen.findByRole('alert')
    fireEvent.click(screen.getByRole('button', { name: '重新载入对照' }))
    await screen.findByText(/现为：周\(总站\)/)
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
    expect([value('姓名'), value('手机'), value('密码')]).toEqual(['周', '13900000002', 'mine'])
    expect(screen.getAllByText(/现为/)).toHaveLength(1)
    expect(screen.getByRole('status').textContent).toContain('选用谁的')
    fireEvent.click(screen.getByRole('button', { name: '用这个' }))
    expect(value('姓名')).toBe('周(总站)')
    fireEvent.click(await screen.findByRole('button', { name: '用我的' }))
    expect(value('姓名')).toBe('周')
  })

  it('after a conflict without a clash says that nothing has to be chosen', async () => {
    onSubmit.mockRejectedValueOnce(new ApiError(409, '李明 已在 14:05 修改过', 'kernel.stale', {}))
    show({ onReload: () => Promise.resolve({ UNAME: '周雅琴', mobile: '13900000002' }) })
    type('姓名', '周')
    save()
    await screen.findByRole('alert')
    fireEvent.click(screen.getByRole('button', { name: '重新载入对照' }))
    expect(await screen.findByText(/不冲突/)).not.toBeNull()
    expect(screen.getByText('已用别人的改动')).not.toBeNull()
    expect(screen.queryByText(/现为/)).toBeNull()
  })

  it('a field that was emptied is still empty after a reload', () => {
    const first = show({ initial: { UNAME: '周雅琴', mobile: '13800000001' } })
    type('手机', '')
    first.unmount()
    show({ initial: { UNAME: '周雅琴', mobile: '13800000001' } })
    expect(screen.getByLabelText<HTMLInputElement>('手机').value).toBe('')
  })
})

describe('a draft whose form is not open', () => {
  const tab = { path: '/system/user', visible: true, setDirty, setTitle: () => {}, close: () => {} }
  function Page() {
    const [open, setOpen] = useOpen<{ id: number }>()
    return (
      <>
        <WaitingDrafts />
        <button type="button" onClick={() => setOpen({ id: 7 })}>
          open
        </button>
        {open && (
          <FormDrawer<Values>
            name={`user-${open.id}`}
            title="改用户"
            submitLabel="保存"
            initial={{ UNAME: '周雅琴' }}
            onSubmit={onSubmit}
            onClose={() => setOpen(null)}
          >
            <Field name="UNAME" label="姓名">
              <Input />
            </Field>
          </FormDrawer>
        )}
      </>
    )
  }
  const page = () =>
    render(
      <TabContext value={tab}>
        <Page />
      </TabContext>,
    )
  const begun = () => {
    const first = page()
    fireEvent.click(screen.getByRole('button', { name: 'open' }))
    type('姓名', '周')
    expect(screen.queryByText(/有未保存的草稿/)).toBeNull()
    first.unmount()
    page()
  }

  it('is named on its page after a reload, and the form goes on from there', () => {
    begun()
    expect(screen.getByText('有未保存的草稿：改用户')).not.toBeNull()
    expect(screen.queryByLabelText('姓名')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '继续填' }))
    expect(screen.getByLabelText<HTMLInputElement>('姓名').value).toBe('周')
    expect(screen.queryByText(/有未保存的草稿/)).toBeNull()
  })

  it('is discarded after a question, and the tab is clean', async () => {
    begun()
    fireEvent.click(screen.getByRole('button', { name: '丢弃草稿' }))
    useQuestion.getState().asked?.answer(true)
    await waitFor(() => expect(screen.queryByText(/有未保存的草稿/)).toBeNull())
    expect(drafts()).toEqual([])
    expect(setDirty).toHaveBeenLastCalledWith(false)
  })
})
