import { z } from 'zod'
import { findDeletionError, isDeletion, isGlob, isInRepository } from '#shared/playbooks/gitops-files.ts'
import { flag, unavailable } from '#shared/playbooks/step-fields.ts'
import { valueSourceSchema } from '#shared/playbooks/value-source.ts'
import { filledText } from '#shared/primitives/document-scalars.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'

const text = z.string()
const repositoryPath = filledText.refine(
  (path) => hasTemplate(path) || isInRepository(path),
  'must be in the repository, outside .git',
)
const gitFile = z.strictObject({ path: repositoryPath, content: text }).superRefine(({ path, content }, context) => {
  const message = findDeletionError(content)
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['content'], message })
  if (isGlob(path) && !hasTemplate(content) && !isDeletion(content))
    context.addIssue({ code: 'custom', path: ['path'], message: 'must be one file: only $delete accepts a pattern' })
})
export const gitopsStep = z.strictObject({
  repo: z.strictObject({
    url: filledText,
    username: valueSourceSchema.optional(),
    password: valueSourceSchema.optional(),
    base: text.optional(),
    branch: text.optional(),
    connection: text.optional(),
    type: text.optional(),
    force: flag.optional(),
    skipExisting: flag.optional(),
  }),
  commit: z.strictObject({ author: text.optional(), email: text.optional(), message: filledText }),
  pr: z.strictObject({ title: text, tags: z.array(text).optional(), autoMerge: unavailable }).optional(),
  patches: z
    .array(
      z
        .strictObject({ path: repositoryPath, yq: text.optional(), jq: text.optional(), if: unavailable })
        .refine(({ yq, jq }) => (yq === undefined) !== (jq === undefined), 'needs exactly one of yq, jq'),
    )
    .optional(),
  files: z.array(gitFile).optional(),
})
