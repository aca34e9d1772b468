import type { Viewer } from '#shared/access/viewer.ts'

/** The person that a new database begins with (contract 0.4). */
const localPerson = { id: '01890a5d-0000-7000-8000-000000000001', name: 'Admin', email: 'admin@local' }

/** Standalone: whoever reaches the relay is its one local person, with the roles of the configuration. */
export const standaloneViewer = (roles: readonly string[]): Viewer => ({ ...localPerson, roles })
