import { copyStatementLink, type StatementRow } from '@xunyun/contract/statements/calls'
import { Button, Input } from 'antd'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { copyText } from '../../shared/detail/copyText.ts'
import { day } from '../../shared/ui/format.ts'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { Bone } from '../../shared/ui/Skeleton.tsx'
import { useStable } from '../../shared/ui/useStable.ts'
import { statementPaths } from './paths.ts'
import styles from './Statements.module.css'

type Link = { readonly address: string; readonly until: string }

/** 复制链接: a new one each time, shown once; the one before is replaced. */
export function LinkSheet({ statement, onClose }: { statement: StatementRow; onClose: () => void }) {
  const { t } = useTranslation('statements')
  const make = useAction(copyStatementLink, { refresh: statementPaths })
  const [link, setLink] = useState<Link | null>(null)
  const begin = useStable(() => {
    make.run({ id: statement.id }).then(({ path, expiresAt }) => {
      const address = `${window.location.origin}${path}`
      setLink({ address, until: day(expiresAt) })
      // While the click that asked for it still counts; where it does not, Enter copies.
      copyText(address)
    }, onClose)
  })
  useEffect(begin, [begin])
  return (
    <Sheet width={440} title={`${t('link.title')} ${statement.no}`} onClose={onClose}>
      {link === null ? (
        <Bone width="100%" height={32} />
      ) : (
        <div className={styles.link}>
          <Input
            readOnly
            value={link.address}
            aria-label={t('link.title')}
            onFocus={(event) => event.target.select()}
          />
          <Button
            type="primary"
            autoFocus
            icon={<Copy size={14} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => copyText(link.address)}
          >
            {t('link.copy')}
          </Button>
          <p className={styles.hint}>
            {t(statement.linkExpiresAt === null ? 'link.first' : 'link.hint', { day: link.until })}
          </p>
        </div>
      )}
    </Sheet>
  )
}
