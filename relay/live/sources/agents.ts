import { agentSchema, type Agent } from '#shared/agents/agents-topic.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

const query = `select=*,created_by(id,name)&id=neq.${localAgent}&deleted_at=is.null&order=name.asc`

export const agentsSource = (fetchText: FetchText): TopicSource<Record<string, never>, Agent> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    return { body: await fetchText(`/api/db/agents_summary?${query}`, signal), observedAtMs }
  },
  parseRow: (entry) => agentSchema.parse(entry),
})
