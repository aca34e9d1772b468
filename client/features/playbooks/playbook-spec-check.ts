import { z } from 'zod'
import { playbookSpecSchema } from '#shared/playbooks/playbook-spec.ts'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import type { SpecError } from '#client/ui/editor/spec-document.ts'

/** The JSON schema of a playbook's spec, to complete from: generated from what the server reads it by. */
export const playbookJsonSchema = z.toJSONSchema(playbookSpecSchema, {
  io: 'input',
  unrepresentable: 'any',
}) as JsonSchema

/** What is wrong with a spec, by the server's own rules; an unknown field is told at its key. */
export const checkPlaybookSpec = (value: unknown): readonly SpecError[] =>
  (playbookSpecSchema.safeParse(value).error?.issues ?? []).flatMap((issue): readonly SpecError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: `Unknown field “${key}”` }))
      : [{ path: issue.path, message: issue.message }],
  )
