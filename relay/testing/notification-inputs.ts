import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'

export const createRule = (overrides: Partial<NotificationRule> = {}): NotificationRule => ({
  id: 'rule-1',
  name: 'On call',
  events: ['check.failed', 'check.passed'],
  title: '',
  template: '',
  filter: '',
  properties: {},
  error: null,
  recipients: [{ kind: 'person', id: 'ada' }],
  fallback: [],
  fallbackMs: 0,
  repeatMs: 0,
  waitMs: 0,
  evaluationMs: 0,
  groupBy: [],
  inhibitions: [],
  ...overrides,
})

interface SubjectOverrides {
  readonly kind?: Subject['kind']
  readonly target?: Partial<Subject['target']>
  readonly within?: Partial<Subject['within']>
  readonly above?: Partial<Subject['above']>
  readonly environment?: Subject['environment']
  readonly runId?: string
}

export const createSubject = ({
  kind = 'check',
  target,
  within,
  above,
  environment = {},
  runId,
}: SubjectOverrides = {}): Subject => {
  const id = target?.id ?? 'front'
  return {
    kind,
    target: {
      id,
      name: id,
      type: 'http',
      namespace: null,
      status: 'unhealthy',
      health: 'unhealthy',
      labels: {},
      tags: {},
      row: {},
      agent: null,
      ...target,
    },
    within: { config: [], component: [], check: [], canary: [], ...within },
    above: { config: [], component: [], ...above },
    environment,
    runId: runId ?? null,
  }
}
