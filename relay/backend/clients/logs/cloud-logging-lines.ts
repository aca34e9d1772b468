import { z } from 'zod'
import { integerField } from '#shared/primitives/document-scalars.ts'
import { gcpSignIn, openGcp } from '#relay/backend/clients/clouds/gcp-fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { RawLine } from './log-line.ts'
import { rangeFields, readRange } from '#relay/backend/clients/run/time-range.ts'

const usualLimit = 1_000
const pagesMax = 100

export const cloudLoggingSpec = z.strictObject({
  ...gcpSignIn,
  project: z.string().min(1),
  filter: z.string().optional(),
  orderBy: z.string().min(1).optional(),
  pageSize: integerField({ min: 1, max: 1_000 }).optional(),
  ...rangeFields,
})
type CloudLoggingSpec = z.infer<typeof cloudLoggingSpec>

const page = z.looseObject({
  entries: z.array(z.looseObject({ insertId: z.string().optional(), timestamp: z.string().optional() })).default([]),
  nextPageToken: z.string().nullish(),
})

const createFilter = ({ filter, start, end }: CloudLoggingSpec): string => {
  const own = filter?.trim() ?? ''
  if (start === undefined && end === undefined) return own
  const { fromMs, toMs } = readRange({ start, end })
  const range = `timestamp>="${new Date(fromMs).toISOString()}" AND timestamp<="${new Date(toMs).toISOString()}"`
  return own === '' ? range : `(${own}\n) AND ${range}`
}

/** Fields of the entry stay beside those of a line: documents in use read them. */
export const readCloudLogging = async (spec: CloudLoggingSpec, run: ClientRun): Promise<RawLine[]> => {
  const { project, orderBy = 'timestamp desc', limit = usualLimit, pageSize = 1_000, ...signIn } = spec
  const request = await openGcp(signIn, { field: 'gcpCloudLogging' }, run)
  const body = { resourceNames: [`projects/${project}`], filter: createFilter(spec), orderBy }
  const lines: RawLine[] = []
  let token = ''
  for (let read = 0; read < pagesMax && lines.length < limit; read += 1) {
    const response = page.safeParse(
      await request({
        url: 'https://logging.googleapis.com/v2/entries:list',
        body: {
          ...body,
          pageSize: Math.min(pageSize, limit - lines.length),
          ...(token !== '' && { pageToken: token }),
        },
      }),
    )
    if (!response.success) throw new Error('Cloud Logging returned an invalid response')
    for (const entry of response.data.entries)
      lines.push({ id: entry.insertId, at: entry.timestamp, message: toMessage(entry), fields: entry })
    token = response.data.nextPageToken ?? ''
    if (token === '') break
  }
  return lines.slice(0, limit)
}

const payload = z.union([
  z.looseObject({ textPayload: z.string() }).transform(({ textPayload }) => textPayload),
  z
    .looseObject({ jsonPayload: z.looseObject({ message: z.string() }) })
    .transform(({ jsonPayload }) => jsonPayload.message),
  z
    .looseObject({ protoPayload: z.looseObject({ methodName: z.string() }) })
    .transform(({ protoPayload }) => protoPayload.methodName),
])

const toMessage = (entry: unknown): string | undefined => payload.safeParse(entry).data
