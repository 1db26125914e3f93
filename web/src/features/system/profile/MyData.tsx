import { useQueryClient } from '@tanstack/react-query'
import type { StoredFile } from '@xunyun/contract/system/files'
import { changeMyProfile, getMyProfile, type MyProfile } from '@xunyun/contract/system/profile'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../../../shared/action/ActButton.tsx'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { FileInput } from '../../../shared/form/FileInput.tsx'
import { useSaveKey } from '../../../shared/form/FormDrawer.tsx'
import { Field, FormFrame, FormSection } from '../../../shared/form/FormFrame.tsx'
import { PhoneInput } from '../../../shared/form/inputs.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { openSession } from '../../../shared/session/session.ts'
import { fetchUserInfo } from '../../../shared/session/userInfo.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { dateTime } from '../../../shared/ui/format.ts'
import styles from './Profile.module.css'

type Values = { mobile?: string; photo?: readonly StoredFile[] }

/** What is stored is an address; the upload shows files. */
const filesOf = (url: string): readonly StoredFile[] =>
  url === '' ? [] : [{ FileID: 0, Url: url, Name: url.slice(url.lastIndexOf('/') + 1), Size: 0, Type: 'image/jpeg' }]
const valuesOf = (profile: MyProfile): Values => ({
  mobile: profile.mobile ?? undefined,
  photo: filesOf(profile.PHOTO),
})

/** What an administrator has set, and below it what I may change myself. */
export function MyData({ profile }: { profile: MyProfile }) {
  const { t } = useTranslation(['shell', 'ui'])
  const client = useQueryClient()
  const { visible } = useTab()
  const [version, setVersion] = useState(profile.version)
  const change = useAction(changeMyProfile, { success: t('profile.saved') })
  const state = useForm<Values>({
    name: 'my-profile',
    initial: valuesOf(profile),
    call: changeMyProfile,
    onSubmit: async ({ mobile, photo }) => {
      const saved = await change.run({ version, mobile: mobile ?? '', PHOTO: photo?.[0]?.Url ?? '' })
      setVersion(saved.version)
      await client.invalidateQueries({ queryKey: [getMyProfile.path] })
      // The avatar in the bar; whoever can't be asked just now is shown as before.
      fetchUserInfo()
        .then(openSession)
        .catch(() => undefined)
    },
    onReload: async () => {
      const fresh = await api(getMyProfile, {})
      setVersion(fresh.version)
      return valuesOf(fresh)
    },
  })
  useSaveKey(visible, state.submit)
  return (
    <>
      <Facts
        columns={4}
        facts={[
          { label: t('profile.account'), value: profile.LOGNAME },
          { label: t('profile.outlet'), value: profile.outletName },
          { label: t('profile.created'), value: dateTime(profile.createdAt) },
          { label: t('profile.lastLogin'), value: profile.lastLoginAt && dateTime(profile.lastLoginAt) },
        ]}
      />
      <div className={styles.form}>
        <FormFrame state={state}>
          <FormSection columns={1}>
            <Field name="mobile" label={t('profile.mobile')}>
              <PhoneInput />
            </Field>
            <Field name="photo" label={t('profile.photo')} contract={false}>
              <FileInput max={1} accept="image/*" aria-label={t('profile.photo')} />
            </Field>
          </FormSection>
        </FormFrame>
        <ActButton
          type="primary"
          data-commit
          refused={!state.dirty ? t('ui:why.nothingChanged') : null}
          loading={state.busy}
          onClick={state.submit}
        >
          {t('profile.save')}
        </ActButton>
      </div>
    </>
  )
}
