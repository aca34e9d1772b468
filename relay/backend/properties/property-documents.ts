import { z } from 'zod'
import type { OnChange } from '#relay/backend/change.ts'
import { toPath, toReason } from '#relay/backend/resources/parse-documents.ts'
import type { ResourceDocument } from '#relay/backend/resources/resource-document.ts'
import type { ResourceKind } from '#relay/backend/resources/apply-documents.ts'
import type { Properties } from './properties.ts'

export const propertySpecSchema = z.strictObject({
  value: z.union([z.string(), z.number(), z.boolean()]).transform(String),
  description: z.string().nullish(),
})

const readValue = ({ spec }: ResourceDocument) => propertySpecSchema.safeParse(spec ?? {})

/** A document sets one property, named by `metadata.name`. `properties.yaml` overrides it. */
export const propertyDocuments = (properties: Properties, onChange: OnChange): ResourceKind => ({
  kind: 'Property',
  validate: async (document, others) => {
    const twin = others.find(({ name }) => name === document.name)
    if (twin !== undefined)
      return { path: [], reason: `The property ${document.name} is already defined in ${twin.file}.` }
    const { error } = readValue(document)
    const [issue] = error?.issues ?? []
    return issue === undefined
      ? undefined
      : { path: toPath(issue), reason: toReason({ ...issue, path: ['spec', ...issue.path] }) }
  },
  apply: async (documents) => {
    const values = documents.flatMap((document): [string, string][] => {
      const { data } = readValue(document)
      return data === undefined ? [] : [[document.name, data.value]]
    })
    if (properties.setDocuments(new Map(values))) onChange({ relation: 'properties' })
  },
})
