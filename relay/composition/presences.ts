import { incidentPresence, incidentTopic, incidentTyping } from '#shared/incidents/incident-topics.ts'
import { playbookRun, runWatchers } from '#shared/playbooks/playbook-topics.ts'
import { createPresence } from '#relay/live/delivery/presence.ts'
import type { Replication } from '#relay/live/feeds/feed-replication.ts'

export const createPresences = (replication: Replication, onChange: (topic: string, id: string) => void) => {
  const createTopicPresence = (topic: string, param: string, shownBy: string) =>
    createPresence({ topic, param, replication, onChange: (id) => onChange(shownBy, id) })
  return {
    runs: createTopicPresence(playbookRun.name, 'runId', runWatchers.name),
    incidents: createTopicPresence(incidentTopic.name, 'incidentId', incidentPresence.name),
    typing: createTopicPresence(incidentTyping.name, 'incidentId', incidentPresence.name),
  }
}
