import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useApp } from '../hooks/app.ts'

/** Saves what a path answers as a file, and shows that it is on its way. */
export function FileButton({ path, children }: { path: string; children: ReactNode }) {
  const { download } = useApp()
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await download(path)
    } catch {
      // The shell has shown why.
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} />}
      loading={isSaving}
      onClick={() => void save()}
    >
      {children}
    </Button>
  )
}
