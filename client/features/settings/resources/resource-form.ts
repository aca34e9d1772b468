import { z } from 'zod'
import { formatCount } from '#shared/primitives/format-count.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { specMaxLength } from '#shared/resources/dry-run-route.ts'
import type { ResourceDraft } from '#machines/settings/resource-editor-machine.ts'
import { readSpec, type CheckSpec, type SpecDiagnostic } from '#client/ui/editor/spec-document.ts'
import { writeYaml } from '#client/ui/editor/write-yaml.ts'
import type { EditedKind } from './edited-kinds.ts'
import type { ManagedResource } from './resources-api.ts'

/** Form and code both edit `text`. */
export const typedSchema = z.object({
  name: z.string(),
  namespace: z.string(),
  labels: z.string(),
  icon: z.string(),
  text: z.string(),
})
export type TypedResource = z.infer<typeof typedSchema>

const required = 'This field is required'

export const writeLabels = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ')

const readLabels = (text: string): Record<string, string> | null => {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => /^([^=\s]+)\s*=\s*(.*)$/.exec(pair))
  if (pairs.includes(null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

export const formatSpecError = ({ line, message }: SpecDiagnostic): string => `line ${line}: ${message}`

export const toTypedResource = (kind: EditedKind, resource: ManagedResource | null): TypedResource => {
  if (resource === null) {
    const icon = kind.table === 'teams' ? 'group' : ''
    return { name: '', namespace: 'default', labels: '', icon, text: kind.firstSpec }
  }
  const { name, namespace, labels, icon, spec, text } = resource
  return {
    name,
    namespace: namespace ?? '',
    labels: writeLabels(labels ?? {}),
    icon: icon ?? '',
    text: text ?? (Object.keys(spec).length === 0 ? '' : writeYaml(spec)),
  }
}

export const checkedAs =
  (check: CheckSpec | undefined): CheckSpec =>
  (value) =>
    isMap(value) ? (check?.(value) ?? []) : [{ path: [], message: 'The spec must be a map of fields' }]

export const draftSchema = (
  kind: EditedKind,
  check: CheckSpec | undefined,
  base: ManagedResource | null,
): z.ZodType<ResourceDraft, TypedResource> => {
  const stored = base === null ? null : toTypedResource(kind, base)
  const needsNamespace = kind.fields.includes('namespace') && stored?.namespace !== ''
  return typedSchema
    .extend({
      name: z.string().trim().min(1, required),
      namespace: needsNamespace ? z.string().trim().min(1, required) : z.string().trim(),
      labels: z.string().transform((text, context) => {
        const labels = text === stored?.labels ? (base?.labels ?? {}) : readLabels(text)
        if (labels !== null) return labels
        context.addIssue('must be name=value, separated by commas')
        return z.NEVER
      }),
      text: z.string().transform((text, context): Pick<ResourceDraft, 'spec' | 'text'> => {
        if (text.length > specMaxLength) context.addIssue(`must be at most ${formatCount(specMaxLength)} characters`)
        const { value, diagnostics: errors } = readSpec(text, checkedAs(check))
        for (const error of errors) context.addIssue(formatSpecError(error))
        return { spec: isMap(value) ? { ...value } : {}, text }
      }),
    })
    .transform(({ text: read, ...rest }) => ({ ...rest, ...read }))
}
