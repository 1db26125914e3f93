import type { ExplainedRight, Explanation } from '@xunyun/contract/system/explain'
import { useTranslation } from 'react-i18next'

/** Why a right holds or does not, in a sentence; a second one where the menu hides the page. */
export function WhyRight({ right }: { right: ExplainedRight }) {
  const { t } = useTranslation(['system', 'ui'])
  const roles = right.roles.map(({ name }) => name).join(t('ui:list.separator'))
  return (
    <>
      {t(`why.${right.reason}`, { roles })}
      {right.menu === 'unapproved' && ` ${t('why.unapproved')}`}
      {right.menu === 'none' && ` ${t('why.noEntry')}`}
    </>
  )
}

/** What besides the right limits somebody: a password to be changed first, and whose records are seen. */
export function WhyScope({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation(['system', 'ui'])
  const { scope, scopeNames, mustChangePassword } = explanation
  return (
    <>
      {mustChangePassword && `${t('why.mustChange')} `}
      {scope === 'all'
        ? t('why.scopeAll')
        : t(`why.scope.${scope}`, { names: scopeNames.join(t('ui:list.separator')) })}
    </>
  )
}
