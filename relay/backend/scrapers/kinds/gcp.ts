import { readPart } from '#relay/backend/scrapers/kinds/read-part.ts'
import type { Found, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { auditChanges } from './gcp/audit-log.ts'
import { computeParts } from './gcp/compute-items.ts'
import { createGcpApi } from './gcp/gcp-api.ts'
import { isWanted, projectType } from './gcp/gcp-item.ts'
import { gcpSpec, type GcpSpec } from './gcp/gcp-spec.ts'
import { managedParts } from './gcp/managed-items.ts'

export const gcp: ScraperType<GcpSpec> = {
  key: 'gcp',
  spec: gcpSpec,
  defaultType: 'GCP',
  hidesItself: ['credentials'],
  describeEndpoint: ({ project }) => `Google Cloud project ${project}`,
  async *scrape(spec, run): AsyncGenerator<Found> {
    const { project, auditLogs } = spec
    const api = await createGcpApi(spec, run)
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
      if (isWanted(spec, part)) yield* readPart(part.type, part.items(api))
    if (auditLogs !== undefined) yield* readPart('Audit log', auditChanges(api, auditLogs), { isBeside: true })
  },
}
