import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { request } from '#client/api/request.ts'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import { jsonSchemaCheck } from './json-schema-check.ts'

const schemaSchema: z.ZodType<JsonSchema> = z.custom<JsonSchema>(isMap)

/** Security: schemas of other origins are not loaded. */
export const useJsonSchema = (url: string | undefined) => {
  const path = url?.startsWith('/') === true && !url.startsWith('//') ? url : undefined
  const { data: schema, isError } = useQuery({
    queryKey: ['json-schema', path],
    queryFn: async ({ signal }) => (await request(path ?? '', { schema: schemaSchema, signal })).data,
    enabled: path !== undefined,
    staleTime: Infinity,
  })
  const check = useMemo(() => (schema === undefined ? undefined : jsonSchemaCheck(schema)), [schema])
  return { schema, check, isReady: schema !== undefined, isFailed: isError }
}
