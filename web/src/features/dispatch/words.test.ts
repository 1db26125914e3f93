import { expect, it } from 'vitest'
import enCommon from '../../locales/en/common.json'
import en from '../../locales/en/dispatch.json'
import esCommon from '../../locales/es/common.json'
import es from '../../locales/es/dispatch.json'
import jaCommon from '../../locales/ja/common.json'
import ja from '../../locales/ja/dispatch.json'
import zhCommon from '../../locales/zh/common.json'
import zh from '../../locales/zh/dispatch.json'

it('[T-B14] the button that cancels a trip is called otherwise than the one that closes a dialog', () => {
  const pairs = [
    [zh, zhCommon],
    [en, enCommon],
    [es, esCommon],
    [ja, jaCommon],
  ] as const
  for (const [words, common] of pairs) expect(words['act.cancel']).not.toBe(common.cancel)
})
