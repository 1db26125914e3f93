import { Input, type InputRef } from 'antd'
import { ScanLine } from 'lucide-react'
import { useRef, useState } from 'react'

type Props = {
  readonly label: string
  readonly className?: string | undefined
  readonly onScan: (text: string) => Promise<void>
}

/** Where a scanner types: each Enter is a scan, and the next one is typed at the same place. */
export function ScanField({ label, className, onScan }: Props) {
  const [typed, setTyped] = useState('')
  const input = useRef<InputRef>(null)
  const scan = async () => {
    const text = typed.trim()
    if (text === '') return
    setTyped('')
    await onScan(text)
    input.current?.focus()
  }
  return (
    <Input
      ref={input}
      className={className}
      value={typed}
      allowClear
      prefix={<ScanLine size={14} strokeWidth={1.75} />}
      placeholder={label}
      aria-label={label}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        // A scan is no wish to go on to the next field.
        event.preventDefault()
        event.stopPropagation()
        void scan()
      }}
    />
  )
}
