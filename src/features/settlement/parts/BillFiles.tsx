import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { billText } from '../billText.ts'

/**
 * The bill of a statement as files, in the language of the page: a PDF to print and keep, and a workbook of every line.
 * Stands among the verbs of the statement's page: `<BillFiles id={statement.statementId} />`.
 */
export function BillFiles({ id }: { id: string }) {
  const words = useText(billText)
  const app = useApp()
  const [busy, setBusy] = useState<'pdf' | 'xlsx' | null>(null)
  const save = async (format: 'pdf' | 'xlsx') => {
    setBusy(format)
    try {
      await app.download(`/api/settlements/statements/${id}/bill.${format}?lang=${app.language}`)
    } finally {
      setBusy(null)
    }
  }
  const button = (format: 'pdf' | 'xlsx', icon: React.ReactNode) => (
    <Button
      variant="default"
      leftSection={icon}
      loading={busy === format}
      disabled={busy !== null && busy !== format}
      onClick={() => void save(format)}
    >
      {words[format]}
    </Button>
  )
  return (
    <>
      {button('pdf', <IconFileTypePdf size={16} stroke={1.6} />)}
      {button('xlsx', <IconFileSpreadsheet size={16} stroke={1.6} />)}
    </>
  )
}
