import { RichTextEditor } from '@mantine/tiptap'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconChartBar,
  IconClearFormatting,
  IconCode,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconLinkOff,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconSourceCode,
  IconStrikethrough,
  IconTicket,
  IconUnderline,
  IconVideo,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import type { ComponentType } from 'react'
import { useText } from '../../../kit/hooks/app.ts'
import type { Insert } from './inserts.ts'
import { editText } from './text.ts'

const icon = { size: 16, stroke: 1.6 }

interface ToolbarProps {
  editor: Editor
  insert(what: Insert): void
  onLink(): void
}

/** What can be done with the words; each button says whether it is on. */
export function Toolbar({ editor, insert, onLink }: ToolbarProps) {
  const words = useText(editText)
  const { tools, slash } = words
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      strike: now.isActive('strike'),
      code: now.isActive('code'),
      link: now.isActive('link'),
      h2: now.isActive('heading', { level: 2 }),
      h3: now.isActive('heading', { level: 3 }),
      bullet: now.isActive('bulletList'),
      ordered: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      block: now.isActive('codeBlock'),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
      isEditable: now.isEditable,
    }),
  })
  const run = () => editor.chain().focus()
  const tool = (props: {
    label: string
    Icon: ComponentType<typeof icon>
    isOn?: boolean
    isOff?: boolean
    onClick(): void
  }) => (
    <RichTextEditor.Control
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.isOn}
      active={props.isOn}
      disabled={!on.isEditable || props.isOff}
      onClick={props.onClick}
    >
      <props.Icon {...icon} />
    </RichTextEditor.Control>
  )
  return (
    <RichTextEditor.Toolbar sticky stickyOffset="var(--editor-top, 60px)" role="toolbar" aria-label={tools.toolbar}>
      <RichTextEditor.ControlsGroup>
        {tool({ label: slash.h2, Icon: IconH2, isOn: on.h2, onClick: () => insert('h2') })}
        {tool({ label: slash.h3, Icon: IconH3, isOn: on.h3, onClick: () => insert('h3') })}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        {tool({ label: tools.bold, Icon: IconBold, isOn: on.bold, onClick: () => run().toggleBold().run() })}
        {tool({ label: tools.italic, Icon: IconItalic, isOn: on.italic, onClick: () => run().toggleItalic().run() })}
        {tool({
          label: tools.underline,
          Icon: IconUnderline,
          isOn: on.underline,
          onClick: () => run().toggleUnderline().run(),
        })}
        {tool({
          label: tools.strike,
          Icon: IconStrikethrough,
          isOn: on.strike,
          onClick: () => run().toggleStrike().run(),
        })}
        {tool({ label: tools.code, Icon: IconCode, isOn: on.code, onClick: () => run().toggleCode().run() })}
        {tool({
          label: tools.clear,
          Icon: IconClearFormatting,
          onClick: () => run().unsetAllMarks().clearNodes().run(),
        })}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        {tool({ label: slash.bullet, Icon: IconList, isOn: on.bullet, onClick: () => insert('bullet') })}
        {tool({ label: slash.ordered, Icon: IconListNumbers, isOn: on.ordered, onClick: () => insert('ordered') })}
        {tool({ label: slash.quote, Icon: IconBlockquote, isOn: on.quote, onClick: () => insert('quote') })}
        {tool({ label: slash.code, Icon: IconSourceCode, isOn: on.block, onClick: () => insert('code') })}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        {tool({ label: tools.link, Icon: IconLink, isOn: on.link, onClick: onLink })}
        {tool({
          label: tools.unlink,
          Icon: IconLinkOff,
          isOff: !on.link,
          onClick: () => run().extendMarkRange('link').unsetLink().run(),
        })}
        {tool({ label: slash.picture, Icon: IconPhoto, onClick: () => insert('picture') })}
        {tool({ label: slash.video, Icon: IconVideo, onClick: () => insert('video') })}
        {tool({ label: slash.token, Icon: IconTicket, onClick: () => insert('token') })}
        {tool({ label: slash.statistics, Icon: IconChartBar, onClick: () => insert('statistics') })}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        {tool({ label: tools.undo, Icon: IconArrowBackUp, isOff: !on.canUndo, onClick: () => run().undo().run() })}
        {tool({ label: tools.redo, Icon: IconArrowForwardUp, isOff: !on.canRedo, onClick: () => run().redo().run() })}
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}
