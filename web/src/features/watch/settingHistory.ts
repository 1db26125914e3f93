import { mostEscalations } from '@xunyun/contract/watch/settings'
import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

const levels = Array.from({ length: mostEscalations }, (_, at) => at + 1)

/** The timeline of a setting in words: what each level has says of which it is. */
export function useSettingHistory() {
  const { t } = useTranslation('watch')
  const words = useMasterHistory({}, 'watch:setting.*')
  const ofLevels = levels.flatMap((level) =>
    (['after', 'users', 'roles', 'head'] as const).map((field) => [
      `${field}${level}`,
      `${t('setting.level', { level })} · ${t(`setting.${field}`)}`,
    ]),
  )
  return {
    ...words,
    fields: { ...words.fields, ...Object.fromEntries(ofLevels) },
    // What was kept before levels had fields of their own.
    says: (field: string, value: string) => (field === 'escalations' ? hoursOf(value) : words.says(field, value)),
  }
}

/** Of levels as they were stored: after how many hours each. */
function hoursOf(stored: string): string {
  try {
    const kept = JSON.parse(stored) as readonly { after: number }[]
    return kept.map(({ after }) => `${after} h`).join(', ') || '—'
  } catch {
    return stored
  }
}
