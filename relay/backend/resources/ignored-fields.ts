import { formatPath } from '#shared/primitives/format-path.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { locate, type DocumentPath, type ResourceDocument } from '#relay/backend/resources/resource-document.ts'

/** By field of the spec, such as `actions[].contentType`: what to write instead, or nothing where nothing is lost. */
type IgnoredFields = Readonly<Record<string, string>>

export const ignoredFields = {
  canary: {
    resultMode: '',
    retries: 'Set confirmation of a check, such as { failures: 2 }.',
    description: 'Set description of the checks.',
    labels: 'Set metadata.labels.',
  },
  playbook: {
    jsonSchema: '',
    ui: '',
    mcp: '',
    templatesOn: '',
    'actions[].templatesOn': '',
    'actions[].contentType': '',
  },
  scraper: { logLevel: '', 'kubernetes[].useCache': '', 'http[].paths': '', 'http[].ignore': '' },
  team: {
    components: 'Set owner of the components.',
    responder_clients: 'Set responders of an incident rule, with a connection.',
  },
} as const satisfies Record<string, IgnoredFields>

type LocatedDocument = Pick<ResourceDocument, 'file' | 'kind' | 'name' | 'spec' | 'findPosition'>

const findPaths = (
  value: unknown,
  [key, ...rest]: readonly string[],
  path: DocumentPath = [],
): readonly DocumentPath[] => {
  if (key === undefined) return value == null ? [] : [path]
  if (key !== '[]') return isMap(value) ? findPaths(value[key], rest, [...path, key]) : []
  return Array.isArray(value) ? value.flatMap((each, index) => findPaths(each, rest, [...path, index])) : []
}

const formatIgnored = ({ file, kind, name, findPosition }: LocatedDocument, path: DocumentPath, advice: string) =>
  locate(file, findPosition(path), `${kind} ${name}: ${formatPath(path)} has no effect. ${advice}`.trim())

/** Published fields that are accepted without effect. */
export const listIgnoredFields = (document: LocatedDocument, fields: IgnoredFields): readonly string[] =>
  Object.entries(fields).flatMap(([field, advice]) =>
    findPaths(document.spec, field.replaceAll('[]', '.[]').split('.')).map((path) =>
      formatIgnored(document, path, advice),
    ),
  )

export const listUnknownFields = (document: LocatedDocument, known: readonly string[]): readonly string[] =>
  Object.keys(isMap(document.spec) ? document.spec : {})
    .filter((key) => !known.includes(key))
    .map((key) => formatIgnored(document, [key], `Known fields: ${known.join(', ')}.`))
