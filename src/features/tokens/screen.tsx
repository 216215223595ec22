import { useText } from '../../kit/hooks/app.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { Tokens } from './Tokens.tsx'
import { text } from './text.ts'

/** What a person sets for the own account. */
export default function SettingScreen() {
  const words = useText(text)
  return (
    <>
      <PageHead title={words.page} />
      <Tokens />
    </>
  )
}
