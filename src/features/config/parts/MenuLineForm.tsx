import '@mantine/core/styles/Combobox.layer.css'
import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SECTIONS, type Section } from '../../../core/access.ts'
import { menuText } from '../../../core/menuText.ts'
import { isLink, MAX_MENU_NAME, MENU_ICONS, type MenuNode } from '../../../core/menuTree.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { MenuIcon } from '../../../kit/layout/MenuIcon.tsx'
import { menuPageText } from '../textMenu.ts'
import styles from './menu.module.css'
import { iconOf } from './useMenuNames.ts'

interface MenuLineFormProps {
  /** Without one a link is added. */
  node?: MenuNode | undefined
  /** Addresses that stand in the menu already. */
  taken: readonly string[]
  onDone(node: MenuNode): void
  onClose(): void
}

const isWhole = (name: string): boolean => name !== '' && [...name].length <= MAX_MENU_NAME

/** Names, drawing and block of a line; the address, too, of a link. */
export function MenuLineForm({ node, taken, onDone, onClose }: MenuLineFormProps) {
  const words = useText(menuPageText)
  const { sections } = useText(menuText)
  const isOut = !node || isLink(node.path)
  const [path, setPath] = useState(isOut ? (node?.path ?? 'https://') : node.path)
  const [zh, setZh] = useState(node?.names?.['zh-CN'] ?? '')
  const [en, setEn] = useState(node?.names?.['en-US'] ?? '')
  const [icon, setIcon] = useState<string>(node ? iconOf(node) : 'link')
  const [section, setSection] = useState<Section | undefined>(node ? node.section : 'content')
  const [faults, setFaults] = useState<{ names?: string; address?: string }>({})

  function validate(): boolean {
    const [first, second] = [zh.trim(), en.trim()]
    const isNamed = isWhole(first) && isWhole(second)
    const next: typeof faults = {}
    if (isOut ? !isNamed : (first || second) && !isNamed) next.names = words.faults.names
    if (isOut && !(isLink(path.trim()) && URL.canParse(path.trim()))) next.address = words.faults.address
    else if (isOut && path.trim() !== node?.path && taken.includes(path.trim())) next.address = words.faults.taken
    setFaults(next)
    return Object.keys(next).length === 0
  }

  async function submit() {
    const names = zh.trim() ? { names: { 'zh-CN': zh.trim(), 'en-US': en.trim() } } : {}
    const isOwnIcon = !isOut && icon === iconOf({ path: node.path })
    onDone({ path: path.trim(), ...(section && { section }), ...names, ...(!isOwnIcon && { icon }) })
  }
  return (
    <FormModal
      title={isOut ? words.linkTitle : words.editTitle}
      confirm={words.apply}
      validate={validate}
      submit={submit}
      onClose={onClose}
    >
      {isOut && (
        <TextInput
          data-autofocus
          label={words.address}
          description={faults.address ? undefined : words.addressHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={path}
          error={faults.address}
          maxLength={300}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
      )}
      <div className={styles.pair}>
        <TextInput
          label={words.zh}
          placeholder={isOut ? undefined : words.builtInName}
          value={zh}
          error={faults.names}
          onChange={(event) => setZh(event.currentTarget.value)}
        />
        <TextInput
          label={words.en}
          placeholder={isOut ? undefined : words.builtInName}
          value={en}
          error={!!faults.names}
          onChange={(event) => setEn(event.currentTarget.value)}
        />
      </div>
      <div className={styles.pair}>
        <Select
          label={words.icon}
          data={MENU_ICONS.map((name) => ({ value: name, label: words.icons[name]! }))}
          value={icon}
          leftSection={<MenuIcon name={icon} size={16} />}
          renderOption={({ option }) => (
            <span className={styles.option}>
              <MenuIcon name={option.value} size={16} /> {option.label}
            </span>
          )}
          allowDeselect={false}
          onChange={(next) => setIcon(next ?? icon)}
        />
        {section && (
          <Select
            label={words.block}
            data={SECTIONS.map((one) => ({ value: one, label: sections[one]! }))}
            value={section}
            allowDeselect={false}
            onChange={(next) => setSection((next as Section | null) ?? section)}
          />
        )}
      </div>
    </FormModal>
  )
}
