import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { signCouriers } from '@xunyun/contract/dispatch/courier'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { TabContext } from '../tabs/useTab.ts'
import { Field, FormDrawer, FormSection } from './FormDrawer.tsx'
import { DayPicker } from './pickers.tsx'

vi.setConfig({ testTimeout: 30_000 })

const before = '2026-11-20T01:00:00.000Z'
const typed = '2026-11-20T06:30:00.000Z'

let count = 0
/** The field as it is on a page that has just been opened: its calendar has not been fetched. */
async function open() {
  count += 1
  const path = `./DayInput.tsx?opened=${count}`
  const { MomentInput } = (await import(/* @vite-ignore */ path)) as typeof import('./DayInput.tsx')
  const onSubmit = vi.fn(async (_: { at?: string }) => {})
  const tab = { path: '/parcels', visible: true, setDirty: () => {}, setTitle: () => {}, close: () => {} }
  render(
    <TabContext value={tab}>
      <FormDrawer
        name={`signing-${count}`}
        title="签收"
        submitLabel="保存"
        call={signCouriers}
        initial={{ at: before }}
        onSubmit={onSubmit}
        onClose={() => {}}
      >
        <FormSection>
          <Field name="signer" label="签收人" required={false} contract={false}>
            <input />
          </Field>
          <Field name="at" label="时间" required>
            <MomentInput />
          </Field>
        </FormSection>
      </FormDrawer>
    </TabContext>,
  )
  const resting = await waitFor(() => {
    const field = document.querySelector<HTMLElement>('[data-field="resting"]')
    if (!field) throw new Error('not drawn')
    return field
  })
  const picker = () =>
    waitFor(
      () => {
        const field = document.querySelector<HTMLInputElement>('.ant-picker input')
        if (!field) throw new Error('the calendar is not here')
        return field
      },
      { timeout: 20_000 },
    )
  const save = () => fireEvent.click(screen.getByRole('button', { name: /保存/ }))
  const goOn = () => act(() => screen.getByLabelText('签收人').focus())
  return { resting, picker, save, goOn, onSubmit }
}
const keys = (field: HTMLElement, text: string) => {
  for (const key of text) fireEvent.keyDown(field, { key })
}

beforeAll(async () => {
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
})
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

describe('a time typed into a field whose calendar is still being fetched', () => {
  it('arrives from its first key on, and what is typed behind it goes on there', async () => {
    const { resting, picker, save, goOn, onSubmit } = await open()
    act(() => resting.focus())
    keys(resting, '202611x')
    fireEvent.keyDown(resting, { key: 'Backspace' })
    expect(resting.textContent).toBe('202611')
    const field = await picker()
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('202611')
    fireEvent.input(field, { target: { value: `${field.value}20 1430` } })
    // The calendar has opened below a resting mouse.
    for (const under of document.querySelectorAll('.ant-picker-dropdown .ant-picker-time-panel-cell-inner'))
      fireEvent.mouseEnter(under)
    expect(field.value).toBe('2026-11-20 14:30')
    goOn()
    save()
    await waitFor(() => expect(onSubmit).toHaveBeenCalled())
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ at: typed })
  })

  it('counts although the hand went on before the calendar came, and the cursor stays where it went', async () => {
    const { resting, save, goOn, onSubmit } = await open()
    act(() => resting.focus())
    keys(resting, '2026-11-20 14:30')
    goOn()
    await waitFor(() => expect(resting.textContent).toBe('2026-11-20 14:30'), { timeout: 20_000 })
    expect(document.activeElement).toBe(screen.getByLabelText('签收人'))
    save()
    await waitFor(() => expect(onSubmit).toHaveBeenCalled())
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ at: typed })
  })
})

describe('a text that is no time', () => {
  it('stays, is told at its field, and nothing is saved with the time that stood there before', async () => {
    const { resting, picker, save, goOn, onSubmit } = await open()
    act(() => resting.focus())
    const field = await picker()
    fireEvent.input(field, { target: { value: '026-11-20 14:30' } })
    goOn()
    expect((await screen.findByText('不是有效时间')).closest('.ant-form-item')?.textContent).toContain('时间')
    expect(field.value).toBe('026-11-20 14:30')
    save()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(onSubmit).not.toHaveBeenCalled()
    fireEvent.input(field, { target: { value: '2026/11/20 14:30' } })
    goOn()
    save()
    await waitFor(() => expect(onSubmit).toHaveBeenCalled())
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ at: typed })
  })

  it('is told too where it was typed before the calendar came', async () => {
    const { resting, save, goOn, onSubmit } = await open()
    act(() => resting.focus())
    keys(resting, '明天')
    goOn()
    expect(await screen.findByText('不是有效时间', {}, { timeout: 20_000 })).toBeTruthy()
    save()
    expect(resting.textContent).toBe('明天')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('where all is taken out, the time is taken out', async () => {
    const { resting, picker, save, goOn, onSubmit } = await open()
    act(() => resting.focus())
    fireEvent.input(await picker(), { target: { value: '' } })
    goOn()
    save()
    expect(await screen.findByText('必填')).toBeTruthy()
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('a day typed with its dashes', () => {
  it('is left alone key by key, also where what stands there is a day already; left, it is that day', async () => {
    const onChange = vi.fn()
    const Held = () => {
      const [value, setValue] = useState<string | undefined>('2026-10-31')
      return (
        <DayPicker
          value={value}
          onChange={(next) => {
            onChange(next)
            setValue(next)
          }}
          open={false}
          typed=""
        />
      )
    }
    render(<Held />)
    const field = document.querySelector<HTMLInputElement>('.ant-picker input') as HTMLInputElement
    act(() => field.focus())
    const type = (text: string) => {
      fireEvent.input(field, { target: { value: '' } })
      for (const key of text) fireEvent.input(field, { target: { value: `${field.value}${key}` } })
    }
    type('2026-11-27')
    expect(field.value).toBe('2026-11-27')
    act(() => field.blur())
    expect(onChange).toHaveBeenLastCalledWith('2026-11-27')
    act(() => field.focus())
    type('2026-12-3')
    expect(field.value).toBe('2026-12-3')
    act(() => field.blur())
    expect(onChange).toHaveBeenLastCalledWith('2026-12-03')
    await waitFor(() => expect(field.value).toBe('2026-12-03'))
  })
})
