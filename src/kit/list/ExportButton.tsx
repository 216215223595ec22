import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ExportDialogProps } from './ExportDialog.tsx'

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))

interface ExportButtonProps extends Omit<ExportDialogProps, 'onClose'> {
  label: string
  variant: string
}

/** Opens the dialog in which a list's file is chosen. */
export function ExportButton({ label, variant, ...dialog }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconDownload size={16} stroke={1.6} />}
        disabled={dialog.rows === null}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
