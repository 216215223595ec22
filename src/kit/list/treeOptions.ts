import { FALLBACK_LANGUAGE, type Language } from '../../core/text.ts'
import type { Option } from './types.ts'

/** A node of a two-level tree with its names; a root has no parent. */
export interface TreeNode {
  id: string
  parentId: string | null
  nameZh: string
  nameEn: string
}

/** The nodes of a two-level tree as options: a child carries its parent's name before its own. */
export function treeOptions(nodes: readonly TreeNode[], language: Language): Option[] {
  const names = new Map(nodes.map((node) => [node.id, language === FALLBACK_LANGUAGE ? node.nameEn : node.nameZh]))
  return nodes.map(({ id, parentId }) => {
    const name = names.get(id)!
    return { value: id, label: parentId ? `${names.get(parentId) ?? ''} / ${name}` : name }
  })
}
