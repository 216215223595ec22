import { Setting, type SettingPanel } from '../features/account/Setting.tsx'
import { CertificationPanel } from '../features/certification/CertificationPanel.tsx'
import { MyExports } from '../features/exports/MyExports.tsx'
import { MailWishes } from '../features/mail/MailWishes.tsx'
import { Preferences } from '../features/messages/Preferences.tsx'
import { Security } from '../features/session/Security.tsx'
import { PayoutAccount } from '../features/settlement/PayoutAccount.tsx'
import { Tokens } from '../features/tokens/Tokens.tsx'
import { Webhook } from '../features/webhooks/Webhook.tsx'
import { Display } from './Display.tsx'
import { fetchInfo } from './session.ts'

function Notices() {
  return (
    <>
      <Preferences />
      <MailWishes />
    </>
  )
}

/** What the rooms bring to the user settings. Rooms do not import each other: the front door lays the panels out. */
const panels: readonly SettingPanel[] = [
  { key: 'security', label: { 'zh-CN': '安全设置', 'en-US': 'Security Settings' }, Panel: Security },
  {
    key: 'certification',
    label: { 'zh-CN': '实名认证', 'en-US': 'Certification' },
    needs: 'certifications.apply',
    Panel: CertificationPanel,
  },
  {
    key: 'payout',
    label: { 'zh-CN': '收款账户', 'en-US': 'Payout account' },
    needs: 'settlement.own',
    Panel: PayoutAccount,
  },
  { key: 'notices', label: { 'zh-CN': '消息通知', 'en-US': 'Notifications' }, Panel: Notices },
  { key: 'exports', label: { 'zh-CN': '我的导出', 'en-US': 'My exports' }, needs: 'exports.read', Panel: MyExports },
  { key: 'display', label: { 'zh-CN': '语言与时区', 'en-US': 'Language and time' }, Panel: Display },
  { key: 'tokens', label: { 'zh-CN': '访问令牌', 'en-US': 'Access tokens' }, Panel: Tokens },
  { key: 'webhook', label: { 'zh-CN': 'Webhook', 'en-US': 'Webhook' }, Panel: Webhook },
]

/** The user settings; a new name is fetched for the shell as well. */
export default function SettingPage() {
  return <Setting panels={panels} onSaved={() => void fetchInfo()} />
}
