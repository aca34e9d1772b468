import type { Viewer } from '#shared/access/viewer.ts'
import { isId } from '#shared/primitives/id.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { requireAccess } from '#relay/backend/permissions/require-access.ts'
import type { Database } from '#relay/database/database.ts'
import { notFound } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'

export interface IncidentRoutesOptions {
  readonly database: Database
  readonly people: People
  readonly onChange: OnChange
}

const canWriteIncidents = (viewer: Viewer): boolean =>
  isAllowed(viewer, { action: 'update', resource: 'incident', object: 'incident' })

export const requireIncidentWrite = requireAccess(canWriteIncidents, 'incident', 'update')

export const seenIncident = async (people: People, viewer: Viewer, id: string): Promise<string | null> => {
  if (!isId(id)) return null
  const rows = await readerFor(people, viewer).listRows('incidents', 'id', [id])
  return rows.length === 0 ? null : id.toLowerCase()
}

export const getIncident = async (people: People, viewer: Viewer, id: string): Promise<string> => {
  const incidentId = await seenIncident(people, viewer, id)
  if (incidentId === null) throw notFound(`Incident ${id} not found. It was deleted or you do not have access.`)
  return incidentId
}
