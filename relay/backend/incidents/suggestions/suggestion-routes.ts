import type { FastifyPluginAsync } from 'fastify'
import { suggestionsRoute } from '#shared/incidents/suggestions-route.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import { getIncident } from '#relay/backend/incidents/incident-access.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { tooMany } from '#relay/errors/http-error.ts'
import { readFacts } from './incident-facts.ts'
import { suggestPlaybooks, suggestSimilar } from './suggest-similar.ts'
import { suggestTogether } from './suggest-together.ts'

export interface SuggestionRoutesOptions {
  readonly database: Database
  readonly people: People
}

const atATime = 3

export const suggestionRoutes: FastifyPluginAsync<SuggestionRoutesOptions> = async (app, { database, people }) => {
  let underWay = 0
  serve(app, suggestionsRoute, async ({ params: { id }, viewer }) => {
    const incidentId = await getIncident(people, viewer, id)
    if (underWay >= atATime) throw tooMany('Too many suggestion requests are running. Try again in a few seconds.')
    underWay += 1
    try {
      const reader = readerFor(people, viewer)
      const facts = await readFacts(database, incidentId)
      const { items, together, notes } = await suggestTogether(database, reader, facts)
      const similar = await suggestSimilar(database, reader, facts)
      const playbooks = await suggestPlaybooks(database, reader, similar)
      return { began_at: new Date(facts.beganMs).toISOString(), items, together, similar, playbooks, notes }
    } finally {
      underWay -= 1
    }
  })
}
