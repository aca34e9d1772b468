import { agentSchema, type Agent } from '#shared/agents/agents-topic.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import { fetchedSource, type FetchText } from '#relay/live/sources/fetch-text.ts'

const query = `select=*,created_by(id,name)&id=neq.${localAgent}&deleted_at=is.null&order=name.asc`

export const agentsSource = (fetchText: FetchText) =>
  fetchedSource<Record<string, never>, Agent>(fetchText, () => `/api/db/agents_summary?${query}`, agentSchema)
