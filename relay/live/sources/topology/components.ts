import {
  componentRowSchema,
  topologyAnswerSchema,
  type Component,
  type ComponentRow,
} from '#shared/topology/topology.ts'
import { topologyRoute } from '#shared/topology/topology-routes.ts'
import type { ComponentFilter } from '#shared/topology/topology-topics.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import { SourceFailure } from '#relay/live/feeds/source-failure.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

const levelsOfRoots = 3
const levelsOfOne = 4

const pathOf = ({ flatten, hidden, ...filter }: ComponentFilter): string => {
  const query = new URLSearchParams({ noCache: 'true' })
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value)
  if (hidden === true) query.set('hidden', 'true')
  if (flatten === true) query.set('flatten', 'true')
  else query.set('depth', String(filter.id === undefined ? levelsOfRoots : levelsOfOne))
  return `${topologyRoute.path}?${query.toString()}`
}

/** Each component once, at its highest level, with everything that it is shown under. */
const flatten = (roots: readonly Component[], showsHidden: boolean): readonly ComponentRow[] => {
  const rows = new Map<string, ComponentRow>()
  let waiting = roots.map((component) => ({ component, under: undefined as string | undefined }))
  for (let level = 0; waiting.length > 0; level += 1) {
    const below: typeof waiting = []
    for (const { component, under } of waiting) {
      const { components, ...fields } = component
      if (fields.hidden === true && !showsHidden) continue
      const known = rows.get(fields.id)
      const parents = new Set([...(known?.parents ?? fields.parents ?? []), ...(under === undefined ? [] : [under])])
      rows.set(fields.id, { ...(known ?? { ...fields, level }), parents: [...parents].toSorted() })
      if (known === undefined) for (const child of components ?? []) below.push({ component: child, under: fields.id })
    }
    waiting = below
  }
  return [...rows.values()]
}

/** The components of a topology, however a backend nests them. */
export const componentsSource = (fetchText: FetchText): TopicSource<ComponentFilter, ComponentRow> => {
  let last: { readonly answer: string; readonly body: string } | undefined
  return {
    load: async (filter, signal) => {
      const observedAtMs = Date.now()
      const answer = await fetchText(pathOf(filter), signal)
      if (last?.answer === answer) return { body: last.body, observedAtMs }
      const read = topologyAnswerSchema.safeParse(JSON.parse(answer))
      if (!read.success)
        throw new SourceFailure('The backend gave components in an unknown form.', { cause: read.error })
      const body = JSON.stringify(flatten(read.data.components ?? [], filter.hidden === true))
      last = { answer, body }
      return { body, observedAtMs }
    },
    rowOf: (entry) => componentRowSchema.parse(entry),
  }
}
