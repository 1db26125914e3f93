import { addReceiptPhotos, mostReceiptPhotos } from '@xunyun/contract/signedReceipts/calls'
import type { StoredFile } from '@xunyun/contract/system/files'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { receiptPaths } from './paths.ts'

/** 拍照: the paper itself. */
export function PhotoForm({ id, no, onClose }: { id: number; no: string; onClose: () => void }) {
  const { t } = useTranslation('signedReceipts')
  const add = useAction(addReceiptPhotos, { success: t('photo.saved', { no }), refresh: receiptPaths })
  return (
    <FormDrawer<{ files?: readonly StoredFile[] }>
      name={`receipt-photo-${id}`}
      title={t('photo.title', { no })}
      submitLabel={t('photo.save')}
      width={440}
      call={addReceiptPhotos}
      initial={{}}
      onSubmit={({ files = [] }) => add.run({ id, files: files.map(({ FileID }) => FileID) })}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="files" label={t('column.photos')} contract={false} required>
          <FileInput max={mostReceiptPhotos} accept="image/*" />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
