import { z } from 'zod'
import { playbookSpecSchema } from '#shared/playbooks/playbook-spec.ts'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import type { SpecError } from '#client/ui/editor/spec-document.ts'

export const playbookJsonSchema = z.toJSONSchema(playbookSpecSchema, {
  io: 'input',
  unrepresentable: 'any',
}) as JsonSchema

export const checkPlaybookSpec = (value: unknown): readonly SpecError[] =>
  (playbookSpecSchema.safeParse(value).error?.issues ?? []).flatMap((issue): readonly SpecError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: `Unknown field “${key}”` }))
      : [{ path: issue.path, message: issue.message }],
  )
