import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import {
  silencePreviewRoute,
  silenceRoute,
  type SilencePreview,
  type SilenceToAdd,
} from '#shared/notifications/silence-route.ts'
import type { SilenceTerms } from '#machines/notifications/silence-machine.ts'
import { call } from '#client/api/call.ts'
import { listRows, softDeleteRows, updateRows } from '#client/api/data-api.ts'
import { previewOrNull } from '#client/features/notifications/preview-or-null.ts'
import { nullableText } from '#shared/primitives/row-values.ts'

const named = z.object({ id: z.string(), name: nullableText }).nullish()

const silenceSchema = z.object({
  id: z.string(),
  name: nullableText,
  description: nullableText,
  filter: nullableText,
  selectors: z.array(z.record(z.string(), z.unknown())).nullish().catch(null),
  error: nullableText,
  from: nullableText,
  until: nullableText,
  recursive: z.boolean().nullish(),
  source: nullableText,
  canary_id: nullableText,
  checks: named,
  catalog: named,
  component: named,
  createdBy: named,
  created_at: nullableText,
  deleted_at: nullableText,
})
export type Silence = z.infer<typeof silenceSchema>

const silencesMax = 1_000

export const silencesKey = ['notifications', 'silences'] as const

export const silencesQuery = queryOptions({
  queryKey: silencesKey,
  queryFn: ({ signal }) =>
    listRows('notification_silences', {
      row: silenceSchema,
      query: {
        select:
          '*,checks:check_id(id,name),catalog:config_id(id,name),component:component_id(id,name),createdBy:created_by(id,name)',
        order: 'created_at.desc',
        limit: silencesMax,
        deleted_at: 'is.null',
      },
      signal,
    }),
})

export const addSilence = async (silence: SilenceToAdd): Promise<void> => {
  await call(silenceRoute, { body: silence })
}

export const removeSilence = (id: string): Promise<void> => softDeleteRows('notification_silences', { id: `eq.${id}` })

/** Null is no end. */
export const changeSilenceEnd = async (id: string, until: string | null): Promise<void> => {
  const query = { id: `eq.${id}` }
  await updateRows('notification_silences', query, { until })
}

export const silencedResources = {
  check_id: { relation: 'checks', noun: 'check' },
  config_id: { relation: 'config_items', noun: 'item' },
  component_id: { relation: 'components', noun: 'component' },
  canary_id: { relation: 'canaries', noun: 'canary' },
} as const
type SilencedColumn = keyof typeof silencedResources
export const silencedColumns = [
  'check_id',
  'config_id',
  'component_id',
  'canary_id',
] as const satisfies readonly SilencedColumn[]

export const previewSilence = (terms: SilenceTerms, signal: AbortSignal): Promise<SilencePreview | null> =>
  previewOrNull(call(silencePreviewRoute, { body: terms, signal }))
