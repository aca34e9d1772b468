import type { FastifyPluginAsync } from 'fastify'
import { rulePreviewRoute, ruleSpecMaxLength } from '#shared/incidents/rule-preview-route.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import { requireIncidentWrite } from '#relay/backend/incidents/incident-access.ts'
import { compareIncidentRules, readRules, readRuleSpec } from '#relay/backend/incidents/rules/read-rules.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { FindResources } from '#relay/backend/search/find-resources.ts'
import type { Database } from '#relay/database/database.ts'
import { clientDisconnectSignal } from '#relay/http/client-disconnect-signal.ts'
import { serve } from '#relay/http/serve.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { invalid, tooLarge, tooMany } from '#relay/errors/http-error.ts'
import { previewRule } from './preview-rule.ts'

export interface IncidentRulePreviewOptions {
  readonly database: Database
  readonly people: People
  readonly secrets: StoredSecrets
  readonly find: FindResources
}

const timeoutMs = 15_000
const atATime = 2

export const incidentRulePreviewRoutes: FastifyPluginAsync<IncidentRulePreviewOptions> = async (app, options) => {
  const { database, people, secrets, find } = options
  let underWay = 0
  serve(
    app,
    rulePreviewRoute,
    { preHandler: requireIncidentWrite },
    async ({ body: { id, name, spec }, viewer }, reply) => {
      const nowMs = Date.now()
      if (JSON.stringify(spec).length > ruleSpecMaxLength)
        throw tooLarge(`The spec is too large: at most ${ruleSpecMaxLength} characters as JSON.`)
      const read = await readRuleSpec(spec)
      if ('error' in read) throw invalid(read.error.reason)
      if (underWay >= atATime) throw tooMany('Two previews are already running. Try again in a few seconds.')
      underWay += 1
      const limit = timeLimit(timeoutMs, clientDisconnectSignal(reply))
      try {
        const { rules } = await readRules(database, secrets)
        const createdAt = rules.find((each) => each.id === id)?.createdAt ?? new Date(nowMs).toISOString()
        const rule = { id: id ?? `preview by ${viewer.id}`, name, createdAt, spec: read.spec }
        const before = rules.filter(
          (each) => each.id !== id && each.spec.breakOnMatch === true && compareIncidentRules(each, rule) < 0,
        )
        const reader = readerFor(people, viewer)
        return await previewRule({ database, find, reader, before, signal: limit.signal, nowMs }, rule)
      } catch (error) {
        const reason = limit.signal.aborted
          ? `Timed out after ${timeoutMs / 1_000} s. Narrow the rule with selectors or simplify its expression.`
          : toErrorMessage(error)
        throw invalid(reason)
      } finally {
        underWay -= 1
        limit.done()
      }
    },
  )
}
