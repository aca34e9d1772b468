import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { silenceWindowSchema } from '#shared/notifications/silence-window.ts'
import type { SilenceTerms } from '#machines/notifications/silence-machine.ts'
import { readSpec } from '#client/ui/editor/spec-document.ts'
import { silencedColumns } from './silences-api.ts'

const silencedSchema = z.object({ column: z.enum(silencedColumns), id: z.string(), name: z.string() })
export type Silenced = z.infer<typeof silencedSchema>

export const nameSilence = ({ name }: Silenced) => `${name} silenced`

export const silenceFormSchema = z.object({
  name: z.string(),
  resource: silencedSchema.nullable(),
  until: z.string(),
  other: z.string(),
  selectors: z.string(),
  filter: z.string(),
  description: z.string(),
  recursive: z.boolean(),
  isRecurring: z.boolean(),
  days: z.array(z.number()),
  windowFrom: z.string(),
  windowTo: z.string(),
  zone: z.string(),
})
export type SilenceForm = z.infer<typeof silenceFormSchema>
type FormTerms = Omit<SilenceForm, 'name' | 'description'>

type Selectors = readonly Readonly<Record<string, unknown>>[]

const readSelectors = (text: string): { readonly selectors: Selectors } | { readonly error: string } => {
  const { value, diagnostics } = readSpec(text)
  const [broken] = diagnostics
  if (broken !== undefined) return { error: `line ${broken.line}: ${broken.message}` }
  const list: unknown = value ?? []
  return Array.isArray(list) && list.every(isMap)
    ? { selectors: list }
    : { error: 'must be a list of selectors such as - types: [Kubernetes::Pod]' }
}

const toWindow = ({ days, windowFrom: from, windowTo: to, zone }: FormTerms) => ({ days, from, to, zone })
const formFields: Readonly<Record<string, keyof SilenceForm>> = {
  days: 'days',
  from: 'windowFrom',
  to: 'windowTo',
  zone: 'zone',
}
const windowErrors: Readonly<Record<string, string>> = {
  days: 'Choose at least one day',
  from: 'Enter a time such as 22:30',
  to: 'Enter a time such as 06:00',
  zone: 'Enter a time zone such as Europe/Berlin',
}

export const silenceSchema = silenceFormSchema
  .extend({
    name: z.string().trim().min(1, 'This field is required').max(200),
    until: z.string().min(1, 'Choose a duration'),
  })
  .superRefine((form, context) => {
    const add = (path: keyof SilenceForm, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const read = readSelectors(form.selectors)
    if ('error' in read) add('selectors', read.error)
    else if (form.resource === null && read.selectors.length === 0 && form.filter.trim() === '')
      add('filter', 'Without a resource or selectors, a filter is required')
    if (form.until === 'other' && form.other.trim() === '')
      add('other', 'Enter a time such as 2026-12-24 18:00, or now+90m')
    if (!form.isRecurring) return
    for (const { path } of silenceWindowSchema.safeParse(toWindow(form)).error?.issues ?? []) {
      const part = String(path[0])
      const field = formFields[part]
      if (field !== undefined) add(field, windowErrors[part] ?? '')
    }
  })

export const toSilenceTerms = (form: FormTerms): SilenceTerms => {
  const { resource, until, other, filter, recursive } = form
  const read = readSelectors(form.selectors)
  const window = form.isRecurring ? silenceWindowSchema.safeParse(toWindow(form)).data : undefined
  return {
    filter: filter.trim() === '' ? null : filter,
    until: until === 'other' ? other.trim() : until === 'indefinitely' || until === 'recovers' ? null : until,
    ...(until === 'recovers' && { until_recovers: true }),
    ...(window !== undefined && { window }),
    recursive,
    ...('selectors' in read && read.selectors.length > 0 && { selectors: [...read.selectors] }),
    ...(resource !== null && { [resource.column]: resource.id }),
  }
}

export const askableTerms = (form: SilenceForm): SilenceTerms | null => {
  const terms = toSilenceTerms(form)
  if ('error' in readSelectors(form.selectors)) return null
  const hasTarget = form.resource !== null || terms.selectors !== undefined || form.filter.trim() !== ''
  return hasTarget && (form.until !== 'other' || terms.until !== '') ? terms : null
}
