import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const codeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /^[A-Z]\w+\.tsx$/.test(name) || (folder.endsWith('gallery') && name.endsWith('.tsx')))
    .map((file) => ({ name: file.name, code: readFileSync(join(file.parentPath, file.name), 'utf8') }))

describe('the gallery', () => {
  it('shows every piece of the kit, itself or inside another', () => {
    const pieces = codeOf('src/kit')
    const shown = codeOf('src/web/gallery')
    expect(pieces.length).toBeGreaterThan(40)
    const isUsed = (piece: string) =>
      [...shown, ...pieces].some(({ name, code }) => name !== piece && code.includes(`/${piece}'`))
    expect(pieces.map(({ name }) => name).filter((name) => !isUsed(name))).toEqual([])
  })
})
