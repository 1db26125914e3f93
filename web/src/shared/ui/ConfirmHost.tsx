import { Button } from 'antd'
import { useQuestion, wayBack } from './confirm.ts'
import { Dialog } from './Dialog.tsx'

/** Shows the question of `confirm()`; one stands at the shell. */
export function ConfirmHost() {
  const asked = useQuestion((state) => state.asked)
  if (!asked) return null
  return (
    <Dialog
      open
      title={asked.title}
      width={416}
      zIndex={1600}
      onCancel={() => asked.answer(false)}
      footer={[
        // Enter must not destroy anything by itself.
        <Button key="no" autoFocus={asked.danger} onClick={() => asked.answer(false)}>
          {asked.no ?? wayBack(asked.yes)}
        </Button>,
        <Button
          key="yes"
          type={asked.danger ? 'default' : 'primary'}
          danger={asked.danger}
          autoFocus={!asked.danger}
          onClick={() => asked.answer(true)}
        >
          {asked.yes}
        </Button>,
      ]}
    >
      {asked.text}
    </Dialog>
  )
}
