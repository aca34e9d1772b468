import { z } from 'zod'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { toPath } from '#relay/backend/resources/parse-documents.ts'
import type { ResourceDocument } from '#relay/backend/resources/resource-document.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'
import type { Properties } from './properties.ts'

export const propertySpecSchema = z.strictObject({
  value: scalarText,
  description: z.string().nullish(),
})

const readValue = ({ spec }: ResourceDocument) => propertySpecSchema.safeParse(spec ?? {})

const unknownFieldsFirst = (one: { readonly message: string }, other: { readonly message: string }): number =>
  Number(other.message.startsWith('unknown')) - Number(one.message.startsWith('unknown'))

/** A document sets one property, named by `metadata.name`. `properties.yaml` overrides it. */
export const propertyDocuments = (properties: Properties, onChange: OnChange): DocumentKind => ({
  kind: 'Property',
  validate: async (document, others) => {
    const twin = others.find(({ name }) => name === document.name)
    if (twin !== undefined)
      return { path: [], reason: `The property ${document.name} is already defined in ${twin.file}.` }
    const { error } = readValue(document)
    if (error === undefined) return undefined
    const [issue] = specIssues(propertySpecSchema, error, document.spec ?? {}).toSorted(unknownFieldsFirst)
    return {
      path: toPath(issue),
      reason: `${formatPath(['spec', ...toPath(issue)])}: ${issue?.message ?? 'cannot be read'}.`,
    }
  },
  apply: async (documents) => {
    const values = documents.flatMap((document): [string, string][] => {
      const { data } = readValue(document)
      return data === undefined ? [] : [[document.name, data.value]]
    })
    if (properties.setDocuments(new Map(values))) onChange({ relation: 'properties' })
  },
})
