import { isMap } from '#shared/primitives/is-map.ts'
import { valueAt } from '#shared/primitives/value-at.ts'
import type { YamlPath } from '#client/ui/editor/edit-yaml.ts'
import type { SpecError } from '#client/ui/editor/spec-document.ts'
import type { EditedTable } from '#client/features/settings/resources/edited-kinds.ts'
import { listSpecTypes } from './spec-forms.ts'
import type { SpecType } from './spec-types.ts'

export interface SpecEntry {
  readonly key: string
  readonly path: YamlPath
  readonly depth: number
  readonly label: string
  readonly type: SpecType | undefined
}

const entriesIn = (types: readonly SpecType[], key: string, list: unknown, within: YamlPath): readonly SpecEntry[] => {
  if (!Array.isArray(list)) return []
  const type = types.find((each) => each.key === key)
  return list.flatMap((entry: unknown, at): readonly SpecEntry[] => {
    const path = [...within, key, at]
    const name = isMap(entry) && typeof entry['name'] === 'string' ? entry['name'] : ''
    const own = { key, path, depth: path.length / 2 - 1, label: name || `${key} ${at + 1}`, type }
    const below = type?.isNested === true && isMap(entry) ? entriesIn(types, key, entry[key], path) : []
    return [own, ...below]
  })
}

export const listEntries = (table: EditedTable, value: unknown): readonly SpecEntry[] =>
  Object.entries(isMap(value) ? value : {}).flatMap(([key, list]) => entriesIn(listSpecTypes(table), key, list, []))

export const isAt = (one: readonly PropertyKey[], other: readonly PropertyKey[]): boolean =>
  one.length === other.length && one.every((step, at) => step === other[at])

export const isIssueIn = ({ path }: SpecError, entry: SpecEntry): boolean =>
  isAt(path.slice(0, entry.path.length), entry.path) &&
  !(entry.type?.isNested === true && path[entry.path.length] === entry.key && path.length > entry.path.length + 1)

export const entryAt = (value: unknown, { path }: SpecEntry): Readonly<Record<string, unknown>> => {
  const entry = valueAt(value, path)
  return isMap(entry) ? entry : {}
}
