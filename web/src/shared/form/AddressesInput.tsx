import { address } from '@xunyun/contract/system/mailboxes'
import { Select, Tag } from 'antd'

type Props = {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (value: string[]) => void
  readonly placeholder?: string
}

const separators = [' ', ',', ';', '，', '；', '、', '\n']

/** Mail addresses, typed or pasted as a list; one that is none is red before anything is sent. */
export function AddressesInput({ id, value, onChange, placeholder, ...rest }: Props) {
  return (
    <Select
      {...rest}
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      placeholder={placeholder}
      tokenSeparators={separators}
      value={value === undefined ? [] : [...value]}
      onChange={(next: string[]) => onChange?.(next.map((one) => one.trim()).filter((one) => one !== ''))}
      tagRender={({ label, closable, onClose, value: one }) => (
        <Tag
          color={address.safeParse(one).success ? undefined : 'error'}
          closable={closable}
          onClose={onClose}
          style={{ marginInlineEnd: 4 }}
        >
          {label}
        </Tag>
      )}
    />
  )
}
