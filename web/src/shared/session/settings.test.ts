import { beforeEach, expect, it } from 'vitest'
import { useAppearance } from '../ui/appearance.ts'
import { changeMode, changeSettings, defaultSettings, loadSettings, resetSettings, useSettings } from './settings.ts'

beforeEach(() => {
  localStorage.clear()
  useAppearance.setState({ mode: 'light' })
})

it('[SH-10] tabs, fixed header, logo and pinyin search are on, the colour is the default', () => {
  loadSettings(1)
  expect(useSettings.getState()).toEqual({
    theme: '#1890ff',
    tagsView: true,
    fixedHeader: true,
    sidebarLogo: true,
    supportPinyinSearch: true,
  })
})

it('[SH-09] a change is kept for this person, and for nobody else', () => {
  loadSettings(1)
  changeSettings({ tagsView: false, theme: '#409eff' })
  changeMode('dark')
  loadSettings(2)
  expect(useSettings.getState()).toEqual(defaultSettings)
  changeMode('light')
  loadSettings(1)
  expect(useSettings.getState()).toMatchObject({ tagsView: false, theme: '#409eff', fixedHeader: true })
  expect(useAppearance.getState().mode).toBe('dark')
  resetSettings()
  loadSettings(1)
  expect(useSettings.getState()).toEqual(defaultSettings)
})

it('what cannot be read, or is of another kind, is as if it were not there', () => {
  localStorage.setItem('system:1', '{"theme":"javascript:","tagsView":"no","fixedHeader":false}')
  loadSettings(1)
  expect(useSettings.getState()).toEqual({ ...defaultSettings, fixedHeader: false })
  localStorage.setItem('system:1', 'null')
  loadSettings(1)
  expect(useSettings.getState()).toEqual(defaultSettings)
})
