import { partOf } from '#relay/backend/scrapers/kinds/part-of.ts'
import type { Found, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { auditChanges } from './gcp/audit-log.ts'
import { computeParts } from './gcp/compute-items.ts'
import { createGcpApi } from './gcp/gcp-api.ts'
import { isWanted, projectType } from './gcp/gcp-item.ts'
import { gcpSpec, type GcpSpec } from './gcp/gcp-spec.ts'
import { managedParts } from './gcp/managed-items.ts'

/** What a project of Google Cloud has, and what of it uses what. */
export const gcp: ScraperType<GcpSpec> = {
  key: 'gcp',
  spec: gcpSpec,
  defaultType: 'GCP',
  hidesItself: ['credentials'],
  endpointOf: ({ project }) => `Google Cloud project ${project}`,
  async *scrape(given, run): AsyncGenerator<Found> {
    const { project, auditLogs } = given
    const api = await createGcpApi(given, run)
    yield {
      kind: 'item',
      config: { project },
      known: {
        type: projectType,
        id: `projects/${project}`,
        name: project,
        configClass: 'Project',
        source: `Google Cloud ${project}`,
        tags: { project },
      },
    }
    for (const part of [...computeParts, ...managedParts])
      if (isWanted(given, part)) yield* partOf(part.type, part.items(api))
    if (auditLogs !== undefined) yield* partOf('Audit log', auditChanges(api, auditLogs), { isBeside: true })
  },
}
