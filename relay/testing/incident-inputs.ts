import type { Trouble } from '#relay/backend/incidents/rules/trouble.ts'

export const createTrouble = (overrides: Partial<Trouble> = {}): Trouble => {
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
