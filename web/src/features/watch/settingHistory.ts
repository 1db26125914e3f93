import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

/** The timeline of a setting in words. */
export const useSettingHistory = () => useMasterHistory({}, 'watch:setting.*')
