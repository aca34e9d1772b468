import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import type { Property } from '#shared/settings/feature-flags.ts'

const snippetProperty = 'flanksource.ui.snippets'

/** The snippet as a module of its own, whose default is the function: no page runs a script that it holds as text. */
export const snippetRoute = contract({ method: 'GET', path: '/api/ui-snippet.js', response: z.string() })

/**
 * The source of a function that pages call once with who is signed in (ledger PERM-61); null for none. It counts only
 * where the operator's own file set it: a row of the database would let whoever may write properties act as everybody else.
 */
export const localSnippet = (properties: readonly Property[]): string | null =>
  properties.find(({ name, source }) => name === snippetProperty && source === 'local')?.value || null
