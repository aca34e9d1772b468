import { useQuery } from '@tanstack/react-query'
import { isMap } from '#shared/primitives/is-map.ts'
import { validationRoute } from '#shared/resources/validation-route.ts'
import type { ResourceDraft } from '#machines/settings/resource-editor-machine.ts'
import { call } from '#client/api/call.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import { useAfterPause } from '#client/lib/time/use-after-pause.ts'
import type { SpecError } from '#client/ui/editor/spec-document.ts'
import type { EditedKind } from './edited-kinds.ts'
import { resourcesKey, toRequestBody, type ManagedResource } from './resources-api.ts'

const settledAfterMs = 500
const none: readonly SpecError[] = []

interface Validated {
  readonly kind: EditedKind
  readonly base: ManagedResource | null
  readonly text: string
  readonly value: unknown
  readonly getDraft: () => Omit<ResourceDraft, 'spec' | 'labels'>
  readonly isEnabled: boolean
}

/** Rules that need the relay, such as those of expressions, beside the rules of the schema. */
export const useRelayErrors = ({ kind, base, text, value, getDraft, isEnabled }: Validated) => {
  const settled = useAfterPause(text, settledAfterMs)
  const { data, error } = useQuery({
    queryKey: [...resourcesKey(kind.table), 'errors', base?.id, settled],
    queryFn: async ({ signal }) => {
      const typed = getDraft()
      // The field of the name shows that it is missing.
      const draft = { ...typed, name: typed.name || 'unnamed', labels: {}, spec: isMap(value) ? value : {} }
      const row = await toRequestBody(kind, draft, base)
      return call(validationRoute, { body: { table: kind.table, id: base?.id, row }, signal })
    },
    enabled: isEnabled && isBackendEmbedded() && settled === text && isMap(value),
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 0,
  })
  const errors = data?.problems.map(({ path, reason }) => ({ path, message: reason })) ?? none
  return { errors: isEnabled ? errors : none, failure: isEnabled ? error : null }
}
