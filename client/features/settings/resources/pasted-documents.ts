import { isMap as isYamlMap, isNode, parseAllDocuments } from 'yaml'
import { isMap } from '#shared/primitives/is-map.ts'
import { allResourceKinds } from '#shared/resources/resource-kinds.ts'
import { writeYaml } from '#client/ui/editor/write-yaml.ts'
import type { EditedKind } from './edited-kinds.ts'
import { writeLabels, type TypedResource } from './resource-form.ts'

export interface PastedDocument {
  readonly kind: string
  /** Null for a kind that this console does not know. */
  readonly table: (typeof allResourceKinds)[number]['table'] | null
  readonly name: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
  readonly spec: Readonly<Record<string, unknown>>
  /** As it was written, with its comments. */
  readonly specText: string
}

const toText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Without the indentation of its first line. */
const dedented = (text: string): string => {
  const indent = /^ */.exec(text)?.[0] ?? ''
  return `${text
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
    .join('\n')
    .trimEnd()}\n`
}

/** Whole documents, as in files; empty for any other text. */
export const parsePastedDocuments = (text: string): readonly PastedDocument[] => {
  if (!/^\s*kind\s*:/m.test(text)) return []
  const documents = parseAllDocuments(text, { logLevel: 'silent' })
  if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return []
  return documents.flatMap((document): PastedDocument[] => {
    const value: unknown = document.toJS()
    if (!isMap(value) || typeof value['kind'] !== 'string' || !isMap(value['spec'])) return []
    const { kind, spec } = value
    const metadata = isMap(value['metadata']) ? value['metadata'] : {}
    const node: unknown = document.get('spec', true)
    const [first, , to] = isNode(node) ? (node.range ?? []) : []
    const isBlock = isYamlMap(node) && node.flow !== true && first !== undefined && to !== undefined
    // Comments above the first field are not in the range of the map.
    const from = text.lastIndexOf('spec:', first) + 'spec:\n'.length
    const labels = isMap(metadata['labels']) ? metadata['labels'] : {}
    return [
      {
        kind,
        table: allResourceKinds.find((each) => each.kind === kind)?.table ?? null,
        name: toText(metadata['name']),
        namespace: toText(metadata['namespace']),
        labels: Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, toText(label)])),
        spec,
        specText: isBlock ? dedented(text.slice(from, to)) : writeYaml(spec),
      },
    ]
  })
}

export const toTypedDocument = (kind: EditedKind, typed: TypedResource, pasted: PastedDocument): TypedResource => ({
  ...typed,
  name: pasted.name || typed.name,
  ...(kind.fields.includes('namespace') && { namespace: pasted.namespace || typed.namespace }),
  ...(kind.fields.includes('labels') &&
    Object.keys(pasted.labels).length > 0 && { labels: writeLabels(pasted.labels) }),
  text: pasted.specText,
})
