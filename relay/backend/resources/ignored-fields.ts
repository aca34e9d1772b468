import { isMap } from '#shared/primitives/is-map.ts'
import { locate, type ResourceDocument } from '#relay/backend/resources/resource-document.ts'

/** By field of the spec: what to write instead, or nothing where nothing is lost. */
type IgnoredFields = Readonly<Record<string, string>>

export const ignoredFields = {
  canary: { resultMode: '', retries: 'Set confirmation of a check, such as { failures: 2 }.' },
  playbook: { jsonSchema: '', ui: '', mcp: '' },
  scraper: { logLevel: '' },
  team: {
    components: 'Set owner of the components.',
    responder_clients: 'Set responders of an incident rule, with a connection.',
  },
} as const satisfies Record<string, IgnoredFields>

/** Published fields that are accepted without effect. */
export const listIgnoredFields = (
  { file, kind, name, spec, findPosition }: Pick<ResourceDocument, 'file' | 'kind' | 'name' | 'spec' | 'findPosition'>,
  fields: IgnoredFields,
): readonly string[] =>
  Object.entries(fields).flatMap(([field, advice]) =>
    isMap(spec) && spec[field] != null
      ? [locate(file, findPosition([field]), `${kind} ${name}: ${field} has no effect. ${advice}`.trim())]
      : [],
  )
