import { z } from 'zod'
import { selectorMatches } from '#shared/access/selector.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { matchedSelectorSchema } from '#shared/resources/document-selector.ts'

/** Selects by name, which may be a pattern, by id, and by fields of the directory as tags. */
const selectors = z
  .array(
    z.preprocess((value) => {
      if (!isMap(value) || value['kind'] === undefined) return value
      const { kind, ...selector } = value
      return { ...selector, types: [kind] }
    }, matchedSelectorSchema),
  )
  .default([])
export type EntraSelectors = z.infer<typeof selectors>

export const entraSpec = z.strictObject({
  users: selectors,
  groups: selectors,
  appRegistrations: selectors,
  enterpriseApps: selectors,
  /** Of enterprise apps: people, groups and apps that have their roles. */
  appRoleAssignments: selectors,
})

export interface Entry {
  readonly id: string
  /** Any of them may match. */
  readonly names: readonly string[]
  readonly type: string
  readonly tags: Readonly<Record<string, string>>
}

/** A selector without conditions selects all. */
export const isSelected = (wanted: EntraSelectors, { id, names, type, tags }: Entry): boolean =>
  wanted.some(
    (selector) =>
      Object.keys(selector).length === 0 ||
      names.some((name) => selectorMatches(selector, { id, name, type, tags, labels: tags }) === 'yes'),
  )
