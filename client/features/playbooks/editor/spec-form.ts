import { z } from 'zod'
import { readSpec } from '#client/ui/editor/spec-document.ts'
import { checkPlaybookSpec } from './spec-schema.ts'

/** What is typed on the page of a playbook: the name of a new one, and the spec as YAML. */
export const specFormSchema = z.object({ name: z.string(), text: z.string() })

const documentSchema = z.record(z.string(), z.unknown())

/** The name and the spec that are sent. */
export const playbookSchema = specFormSchema.extend({
  name: z.string().trim(),
  text: z.string().transform((text, context) => {
    const { value, problems } = readSpec(text, checkPlaybookSpec)
    for (const { message } of problems) context.addIssue(message)
    return documentSchema.safeParse(value).data ?? {}
  }),
})
