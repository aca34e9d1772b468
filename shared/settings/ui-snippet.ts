import type { Property } from '#shared/settings/feature-flags.ts'

const snippetProperty = 'flanksource.ui.snippets'

/** Where the relay serves the snippet as a module of its own, because no page runs a script that it holds as text. */
export const snippetPath = '/api/ui-snippet.js'

/**
 * The source of a function that pages call once with who is signed in (ledger PERM-61); null for none. It counts only
 * where the operator's own file set it: a row of the database would let whoever may write properties act as everybody else.
 */
export const localSnippet = (properties: readonly Property[]): string | null =>
  properties.find(({ name, source }) => name === snippetProperty && source === 'local')?.value || null
