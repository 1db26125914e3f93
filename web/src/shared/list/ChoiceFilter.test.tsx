import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, it } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { ChoiceFilter } from './filters.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
})
afterEach(cleanup)

it('[RT-16/GPSList] a figure that came with the address is said in the words it is chosen by', () => {
  const options = [1, 7].map((days) => ({ value: String(days), label: `${days} 天` }))
  render(
    <ChoiceFilter name="overdueDays" value={7 as number} onChange={() => undefined} label="超期" options={options} />,
  )
  screen.getByText('7 天')
})
