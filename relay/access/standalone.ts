import type { Viewer } from '#shared/access/viewer.ts'
import { sightByRights } from '#relay/access/sight.ts'
import type { SignIn } from '#relay/access/sign-in.ts'

/** The person that a new database begins with (contract 0.4). */
const localPerson = { id: '01890a5d-0000-7000-8000-000000000001', name: 'Admin', email: 'admin@local' }

/** What the relay asks itself where people sign in, it asks as the person that a database begins with. */
export const relayItself: Viewer = { ...localPerson, roles: ['admin'] }

/** Standalone: whoever reaches the relay is its one local person, with the roles of the configuration, always. */
export const standaloneAccess = (roles: readonly string[]): SignIn & typeof sightByRights => {
  const viewer = { ...localPerson, roles }
  return { ...sightByRights, viewerOf: async () => viewer, onChange: () => () => undefined, recheckEveryMs: null }
}
