import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import type { Property } from '#shared/settings/feature-flags.ts'

const snippetProperty = 'flanksource.ui.snippets'

/** Served as a module with a default export, because pages must not evaluate script text. */
export const snippetRoute = contract({ method: 'GET', path: '/api/ui-snippet.js', response: z.string() })

/**
 * Security: only the operator file counts. A database row would let anyone with write access to properties act as
 * other people.
 */
export const localSnippet = (properties: readonly Property[]): string | null =>
  properties.find(({ name, source }) => name === snippetProperty && source === 'local')?.value || null
