import { withTexts } from '../../shared/i18n/i18n.ts'
import { late } from '../../shared/ui/late.tsx'

/** What other features take of the watch lists. */
export { useSettingHistory } from './settingHistory.ts'

export const SettingDrawer = late(() =>
  withTexts(['watch'], import('./SettingDrawer.tsx')).then((file) => file.SettingDrawer),
)
