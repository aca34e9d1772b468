import type { FastifyPluginAsync } from 'fastify'
import { suggestionsRoute } from '#shared/incidents/suggestions-route.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import { getIncident, type IncidentRoutesOptions } from '#relay/backend/incidents/incident-access.ts'
import { serve } from '#relay/http/serve.ts'
import { tooMany } from '#relay/errors/http-error.ts'
import { readFacts } from './incident-facts.ts'
import { suggestPlaybooks, suggestSimilar } from './suggest-similar.ts'
import { suggestTogether } from './suggest-together.ts'

const atATime = 3

export const suggestionRoutes: FastifyPluginAsync<Omit<IncidentRoutesOptions, 'onChange'>> = async (
  app,
  { database, people },
) => {
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
