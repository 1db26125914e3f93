import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { Doctor } from './Doctor.tsx'
import { problems } from './service/diagnose.ts'

beforeAll(async () => {
  await startI18n(['common', 'ui', 'printing'])
  await switchLanguage('zh')
})
afterEach(cleanup)

const ways = { onRetry: vi.fn(), onBrowser: vi.fn(), onPdf: vi.fn() }
const show = (problem: (typeof problems)[number]) =>
  render(
    <Doctor trouble={{ problem, serviceUrl: 'https://files.example.com/CLodop.exe' }} retrying={false} {...ways} />,
  )

// The words of the control that offices have had for years.
const words: Partial<Record<(typeof problems)[number], string>> = {
  notInstalled:
    'Web打印服务CLodop未安装启动，点击这里下载执行安装（若此前已安装过，可点这里直接再次启动），成功后请刷新或重启浏览器。',
  notStarted: '打印服务没有启动',
  blocked: '浏览器不让网页连接本机',
  noScript: '没有加载CLodop的主js，请先调用loadCLodop过程.',
  loading: '网页还没下载完毕，请稍等一下再操作.',
  upgradeService: 'Web打印服务CLodop需升级!',
  pluginMissing: '打印控件未安装!',
  upgradePlugin: '打印控件需要升级!',
  noPrinter: '本机没有装打印机',
}

it.each(problems)('[ER-04] [PR-05] %s is said in the words people know, and there are ways on', (problem) => {
  const { container } = show(problem)
  expect(container.textContent?.replace(/\s+/g, '')).toContain((words[problem] ?? '').replace(/\s+/g, ''))
  expect(container.textContent).not.toMatch(/doctor\./)
  fireEvent.click(screen.getByRole('button', { name: '再试一次' }))
  fireEvent.click(screen.getByRole('button', { name: '浏览器打印' }))
  fireEvent.click(screen.getByRole('button', { name: '下载 PDF' }))
  for (const way of Object.values(ways)) expect(way).toHaveBeenCalled()
})

it('[ER-04] what is not installed is downloaded, what is not started is started', () => {
  show('notInstalled')
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(link('点击这里下载执行安装')).toBe('https://files.example.com/CLodop.exe')
  expect(link('点这里直接再次启动')).toBe('CLodop.protocol:setup')
})
