import { createLogReader } from '#relay/live/sources/playbooks/log-reader.ts'
import { createRunScope } from '#relay/live/sources/playbooks/run-scope.ts'
import { bindTopics } from '#relay/topics.ts'

const unasked = () => Promise.reject(new Error('Binding topics must not query a backend.'))

const noPresence = { at: () => [] }

export const boundTopics = bindTopics({
  ask: unasked,
  summaryPath: '/api/canary/api/summary',
  runs: { isAnnounced: true },
  isOwnBackend: true,
  runScope: createRunScope(unasked),
  logReader: createLogReader(unasked),
  presence: { runs: noPresence, incidents: noPresence, typing: noPresence },
  log: { warn: () => undefined },
})
