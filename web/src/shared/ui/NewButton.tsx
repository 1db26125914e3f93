import { Button } from 'antd'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'

/** The primary action of a list: a new record. */
export const NewButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button data-new="" type="primary" icon={<Plus size={14} strokeWidth={2} />} onClick={onClick}>
    {children}
  </Button>
)
