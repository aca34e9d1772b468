import { z } from 'zod'
import { resourceSelectorSchema, type ResourceSelector } from '#shared/resources/resource-search.ts'

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)

export const selectorSchema = z
  .strictObject({
    ...resourceSelectorSchema.shape,
    cache: text.optional(),
    type: text.optional(),
    tags: z.record(z.string(), text).optional(),
  })
  .transform(({ cache: _cache, type, tags, ...selected }): ResourceSelector => {
    const wanted = Object.entries(tags ?? {}).map(([key, value]) => `${key}=${value}`)
    const tagSelector = [...(selected.tagSelector ? [selected.tagSelector] : []), ...wanted].join(',')
    return {
      ...selected,
      ...(tagSelector === '' ? {} : { tagSelector }),
      ...(type === undefined ? {} : { types: [...(selected.types ?? []), type] }),
    }
  })
