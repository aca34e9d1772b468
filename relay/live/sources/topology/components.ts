import { z } from 'zod'
import { readRows } from '#shared/primitives/read-rows.ts'
import { componentRowSchema, type ComponentRow } from '#shared/topology/topology.ts'
import { topologyRoute } from '#shared/topology/topology-routes.ts'
import type { ComponentFilter } from '#shared/topology/topology-topics.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import { readKnownFormat } from '#relay/live/feeds/source-failure.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

const rootLevels = 3
const componentLevels = 4

const toPath = ({ flatten, hidden, ...filter }: ComponentFilter): string => {
  const query = new URLSearchParams({ noCache: 'true' })
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value)
  if (hidden === true) query.set('hidden', 'true')
  if (flatten === true) query.set('flatten', 'true')
  else query.set('depth', String(filter.id === undefined ? rootLevels : componentLevels))
  return `${topologyRoute.path}?${query.toString()}`
}

const placedSchema = z.looseObject({
  id: z.string(),
  parents: z.array(z.string()).catch([]),
  components: z.array(z.unknown()).nullish().catch(null),
})

const flatten = (roots: readonly unknown[], showsHidden: boolean): readonly unknown[] => {
  const rows = new Map<string, Record<string, unknown> & { parents: string[] }>()
  const invalidEntries: unknown[] = []
  let waiting = roots.map((component) => ({ component, under: undefined as string | undefined }))
  for (let level = 0; waiting.length > 0; level += 1) {
    const below: typeof waiting = []
    for (const { component, under } of waiting) {
      const placed = placedSchema.safeParse(component)
      if (!placed.success) {
        invalidEntries.push(component)
        continue
      }
      const { components, ...fields } = placed.data
      if (fields['hidden'] === true && !showsHidden) continue
      const known = rows.get(fields.id)
      const parents = new Set([...(known ?? fields).parents, ...(under === undefined ? [] : [under])])
      rows.set(fields.id, { ...(known ?? { ...fields, level }), parents: [...parents].toSorted() })
      if (known === undefined) for (const child of components ?? []) below.push({ component: child, under: fields.id })
    }
    waiting = below
  }
  return [...rows.values(), ...invalidEntries]
}

const responseSchema = z.object({ components: z.array(z.unknown()).nullish() })

const readComponents = (
  response: string,
  showsHidden: boolean,
  onUnread: (error: z.ZodError) => void,
): readonly ComponentRow[] => {
  return readKnownFormat('components', () => {
    const { components } = responseSchema.parse(JSON.parse(response))
    return readRows(componentRowSchema, flatten(components ?? [], showsHidden), onUnread)
  })
}

export const componentsSource = (fetchText: FetchText): TopicSource<ComponentFilter> => {
  let last: { readonly response: string; readonly body: string } | undefined
  return {
    load: async (filter, signal) => {
      const observedAtMs = Date.now()
      const response = await fetchText(toPath(filter), signal)
      if (last?.response === response) return { body: last.body, observedAtMs }
      const unread: unknown[] = []
      const rows = readComponents(response, filter.hidden === true, (error) => unread.push(error))
      const body = JSON.stringify(rows)
      last = { response, body }
      return { body, observedAtMs, unread }
    },
  }
}
