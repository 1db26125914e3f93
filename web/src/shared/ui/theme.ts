import { theme as antdTheme, type ThemeConfig } from 'antd'
import type { Size } from './appearance.ts'
import { themeTokens } from './themeColour.ts'

/** The palette of tokens.css for antd, which computes with colours and so cannot take variables. */
export const palettes = {
  light: {
    brand: '#1890ff',
    act: '#0a6fd1',
    'act-hover': '#0862ba',
    'act-press': '#0755a3',
    solid: '#0a6fd1',
    'solid-hover': '#0862ba',
    tint: '#edf6ff',
    tint2: '#dcedff',
    ring: 'rgba(24, 144, 255, 0.2)',
    bg: '#f5f6f8',
    surface: '#ffffff',
    sunken: '#fafbfc',
    raised: '#ffffff',
    hover: '#f4f7fa',
    line: '#e4e7ec',
    line2: '#eef0f3',
    line3: '#d3d8df',
    t1: '#1a1f29',
    t2: '#555d6b',
    t3: '#6b7380',
    t4: '#a4abb6',
    'green-s': '#2fa562',
    'orange-s': '#f08c1a',
    'red-s': '#e5484d',
    'red-t': '#c42b2b',
  },
  dark: {
    brand: '#3b9eff',
    act: '#62b2ff',
    'act-hover': '#85c3ff',
    'act-press': '#4a9eee',
    solid: '#1672d0',
    'solid-hover': '#2380df',
    tint: '#13263b',
    tint2: '#183451',
    ring: 'rgba(59, 158, 255, 0.28)',
    bg: '#0d1014',
    surface: '#14181e',
    sunken: '#11151a',
    raised: '#1b2027',
    hover: '#1a2027',
    line: '#272d36',
    line2: '#1e242b',
    line3: '#38414d',
    t1: '#e4e8ee',
    t2: '#a3acb9',
    t3: '#8791a0',
    t4: '#56606d',
    'green-s': '#3fb573',
    'orange-s': '#e8973a',
    'red-s': '#f0636a',
    'red-t': '#ff8f8a',
  },
} as const

// What stands in the token list without a variable of its own.
const extras = {
  light: {
    disabledGround: '#f5f6f8',
    track: '#eef0f3',
    chosen: '#ffffff',
    spotlight: '#1f2733',
    mask: 'rgba(20,28,40,.28)',
  },
  dark: {
    disabledGround: '#191e25',
    track: '#1e242b',
    chosen: '#38414d',
    spotlight: '#38414d',
    mask: 'rgba(0,0,0,.5)',
  },
} as const

/** Control heights and text by component size; a phone has its own, for thumbs. */
const sizes = {
  mini: { control: 28, small: 24, large: 40, text: 13 },
  small: { control: 32, small: 28, large: 40, text: 13 },
  default: { control: 36, small: 32, large: 44, text: 14 },
  phone: { control: 44, small: 36, large: 48, text: 14 },
} as const

// Never compactAlgorithm: it shrinks the values below a second time.
export function antdThemeFor(mode: 'light' | 'dark', size: Size | 'phone', seed: string): ThemeConfig {
  const c = { ...palettes[mode], ...themeTokens(seed, mode) }
  const x = extras[mode]
  const { control, small, large, text } = sizes[size]
  return {
    algorithm: mode === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: c.solid,
      colorPrimaryHover: c['solid-hover'],
      colorPrimaryActive: c['act-press'],
      colorInfo: c.brand,
      colorSuccess: c['green-s'],
      colorWarning: c['orange-s'],
      colorError: c['red-s'],
      colorLink: c.act,
      colorLinkHover: c['act-hover'],
      colorLinkActive: c['act-press'],
      colorText: c.t1,
      colorTextSecondary: c.t2,
      colorTextTertiary: c.t3,
      colorTextQuaternary: c.t4,
      colorTextPlaceholder: c.t4,
      colorTextDisabled: c.t4,
      colorBgBase: c.surface,
      colorBgContainer: c.surface,
      colorBgElevated: c.raised,
      colorBgLayout: c.bg,
      colorBgContainerDisabled: x.disabledGround,
      colorBorder: c.line3,
      colorBorderDisabled: c.line,
      colorBorderSecondary: c.line,
      colorSplit: c.line,
      colorBgMask: x.mask,
      controlItemBgHover: c.hover,
      controlItemBgActive: c.tint,
      controlItemBgActiveHover: c.tint2,
      controlOutline: c.ring,
      controlOutlineWidth: 2,
      fontFamily: 'inherit',
      fontSize: text,
      fontSizeSM: 12,
      fontSizeLG: text === 14 ? 16 : 14,
      lineHeight: text === 14 ? 22 / 14 : 20 / 13,
      controlHeight: control,
      controlHeightSM: small,
      controlHeightLG: large,
      borderRadius: 4,
      borderRadiusXS: 2,
      borderRadiusSM: 4,
      borderRadiusLG: 6,
      sizeUnit: 4,
      sizeStep: 4,
      padding: 12,
      paddingSM: 8,
      paddingXS: 8,
      paddingXXS: 4,
      margin: 12,
      marginSM: 8,
      marginXS: 8,
      marginXXS: 4,
      boxShadowSecondary:
        mode === 'dark'
          ? '0 4px 8px rgba(0,0,0,.4), 0 12px 32px rgba(0,0,0,.5)'
          : '0 4px 8px rgba(20,28,40,.06), 0 12px 32px rgba(20,28,40,.12)',
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
    },
    components: {
      Button: {
        fontWeight: 400,
        paddingInline: 12,
        paddingInlineSM: 8,
        contentFontSize: text,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        defaultHoverColor: c.act,
        // The tone's fill is too light for words; borders and icons keep it.
        colorError: c['red-t'],
        colorErrorHover: c['red-t'],
        colorErrorActive: c['red-t'],
        colorErrorBorderHover: c['red-s'],
      },
      Input: {
        paddingInline: 8,
        activeBorderColor: c.brand,
        activeShadow: `0 0 0 2px ${c.ring}`,
        hoverBorderColor: c.t4,
      },
      // It tells what to choose: to be read by everybody.
      Select: { optionHeight: 32, optionSelectedBg: c.tint, optionActiveBg: c.hover, colorTextPlaceholder: c.t3 },
      Form: { colorError: c['red-t'] },
      Checkbox: { controlInteractiveSize: 14 },
      Segmented: {
        trackBg: x.track,
        trackPadding: 2,
        itemColor: c.t2,
        itemSelectedBg: x.chosen,
      },
      Table: {
        cellPaddingBlockSM: 5,
        cellPaddingInlineSM: 8,
        headerBg: c.sunken,
        headerColor: c.t2,
        rowHoverBg: c.hover,
        rowSelectedBg: c.tint,
        rowSelectedHoverBg: c.tint2,
        borderColor: c.line2,
      },
      Modal: { titleFontSize: 14, titleLineHeight: 24 / 14 },
      Tooltip: { colorBgSpotlight: x.spotlight },
    },
  }
}

/** The theme colour on the document: the same tokens for our own style sheets, as long as it is not the default. */
export function wearTheme(mode: 'light' | 'dark', seed: string): void {
  const { style } = document.documentElement
  const tokens = themeTokens(seed, mode)
  for (const name of [
    'brand',
    'act',
    'act-hover',
    'act-press',
    'solid',
    'solid-hover',
    'tint',
    'tint2',
    'ring',
  ] as const)
    if (tokens) style.setProperty(`--${name}`, tokens[name])
    else style.removeProperty(`--${name}`)
}
