import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './password.module.css'

export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <Dialog open title={t('user.changePassword')} width={400} footer={null} onCancel={onClose}>
      <PasswordForm name="change-password">
        {(submit) => (
          <div className={styles.foot}>
            <span className={styles.hint}>{t('password.signsOut')}</span>
            <Button onClick={onClose}>{t('common:cancel')}</Button>
            {submit}
          </div>
        )}
      </PasswordForm>
    </Dialog>
  )
}
