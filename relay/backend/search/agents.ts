import { z } from 'zod'
import { anyMatchesPatterns } from '#shared/access/match.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import type { Queryable } from '#relay/database/database.ts'

const rowSchema = z.object({ id: z.string(), name: z.string() })

export interface Agents {
  /** Comma-separated patterns of names or ids; `self` and `local` are this console, `all` are all. */
  readonly matching: (patterns: string) => readonly string[]
}

export const readAgents = async (database: Queryable): Promise<Agents> => {
  const { rows } = await database.query('select id, name from agents')
  const others = rows.map((row) => rowSchema.parse(row)).filter(({ id }) => id !== localAgent)
  const known = [
    ...others.map(({ id, name }) => ({ id, names: [id, name, 'all'] })),
    { id: localAgent, names: ['self', 'local', 'all', localAgent] },
  ]
  return {
    matching: (patterns) => known.filter(({ names }) => anyMatchesPatterns(patterns, names)).map(({ id }) => id),
  }
}
