import type { Failure } from '#relay/backend/incidents/rules/failure.ts'

export const createFailure = (overrides: Partial<Failure> = {}): Failure => {
  const id = overrides.id ?? 'front'
  return {
    kind: 'check',
    id,
    name: id,
    type: 'http',
    namespace: 'shop',
    health: 'unhealthy',
    status: 'unhealthy',
    severity: '',
    category: '',
    owner: '',
    labels: {},
    message: '',
    sinceMs: 0,
    components: [],
    group: 'shop',
    groupName: 'shop',
    ...overrides,
  }
}
