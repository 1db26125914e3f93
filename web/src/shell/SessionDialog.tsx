import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { stayHere, useSessionEnded } from '../shared/session/ended.ts'
import { resetToken } from '../shared/session/signOut.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'

/** ER-02: over everything, and only one. Drafts stay, so that what was typed is back after the login. */
export function SessionDialog() {
  const { t } = useTranslation(['shell', 'common'])
  const asking = useSessionEnded((state) => state.asking)
  return (
    <Dialog
      open={asking}
      title={t('session.title')}
      width={416}
      zIndex={2000}
      onCancel={stayHere}
      footer={[
        <Button key="stay" onClick={stayHere}>
          {t('common:cancel')}
        </Button>,
        <Button key="again" type="primary" autoFocus onClick={() => resetToken()}>
          {t('session.relogin')}
        </Button>,
      ]}
    >
      {t('session.text')}
    </Dialog>
  )
}
