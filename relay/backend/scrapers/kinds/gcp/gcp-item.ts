import { z } from 'zod'
import type { ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import { matchesPatterns } from '#shared/access/match.ts'
import type { Found, FoundItem, Known } from '#relay/backend/scrapers/scraper-kind.ts'
import type { GcpApi } from './gcp-api.ts'
import type { GcpSpec } from './gcp-spec.ts'

export interface GcpPart {
  readonly type: string
  readonly asset: string
  readonly items: (api: GcpApi) => AsyncIterable<Found>
}

export const projectType = 'GCP::Project'
const linkedMax = 100

const isNamed = (patterns: readonly string[], { type, asset }: GcpPart): boolean =>
  patterns.some((pattern) => [type, type.replace('GCP::', ''), asset].some((name) => matchesPatterns(pattern, name)))

export const isWanted = ({ include, exclude = [] }: GcpSpec, part: GcpPart): boolean =>
  (include === undefined || isNamed(include, part)) && !isNamed(exclude, part)

/** `projects/…` of a link, which is the same across services and API versions. */
const toResourcePath = (link: string): string =>
  link.replace(/^https?:\/\/[^/]+\/(?:[a-z]+\/)?(?:v\d+(?:beta\d+)?|beta|alpha)\//, '')

export const lastSegment = (link: string | null | undefined): string | undefined => link?.split('/').at(-1)

export const within = ({ project }: GcpApi, ...holders: readonly (string | null | undefined)[]): ItemLink[] => [
  ...holders.flatMap((link): ItemLink[] =>
    link == null ? [] : [{ kind: 'parent', to: { id: toResourcePath(link) } }],
  ),
  { kind: 'parent', to: { type: projectType, id: `projects/${project}` } },
]

export const uses = (links: readonly (string | null | undefined)[]): ItemLink[] =>
  [...new Set(links)]
    .slice(0, linkedMax)
    .flatMap((link): ItemLink[] =>
      link == null ? [] : [{ kind: 'related', relation: 'uses', to: { id: toResourcePath(link) } }],
    )

export const resourceSchema = z.looseObject({
  name: z.string(),
  selfLink: z.string(),
  id: z.union([z.string(), z.number()]).nullish(),
  description: z.string().nullish(),
  status: z.string().nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
  creationTimestamp: z.string().nullish(),
})
type Resource = z.infer<typeof resourceSchema>

/** Fields that only mark a new revision. */
const marks = new Set(['etag', 'fingerprint', 'labelFingerprint', 'labels', 'kind'])

export const gcpItem = (
  { project }: GcpApi,
  resource: Resource,
  { location, ...known }: Known & { readonly type: string; readonly location?: string | null | undefined },
  config: Readonly<Record<string, unknown>> = resource,
): FoundItem => {
  const path = toResourcePath(resource.selfLink)
  return {
    kind: 'item',
    config: Object.fromEntries(Object.entries(config).filter(([name]) => !marks.has(name))),
    known: {
      id: path,
      aliases: [resource.selfLink],
      name: resource.name,
      configClass: known.type.split('::').at(-1),
      description: resource.description || null,
      status: resource.status,
      labels: resource.labels ?? {},
      source: `Google Cloud ${project}`,
      createdAt: resource.creationTimestamp,
      ...known,
      tags: { project, ...(location != null && { location }) },
    },
  }
}
