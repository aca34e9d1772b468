import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fits, formatRequestLine } from './readers-for.ts'
import { responseReaders, rejectionReaders, unread, type Reader } from './readers.ts'

const recordingSchema = z.object({
  request: z.object({ method: z.string(), path: z.string() }),
  status: z.number(),
  body: z.unknown(),
})
type Recording = z.infer<typeof recordingSchema> & { readonly name: string }

const folder = fileURLToPath(new URL('../../fixtures/recorded/', import.meta.url))
const recordings = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json') && !file.endsWith('notices.json'))
  .sort()
  .map((name): Recording =>
    Object.assign(recordingSchema.parse(JSON.parse(readFileSync(`${folder}${name}`, 'utf8'))), { name }),
  )

const isForm = ({ body }: Recording) => z.object({ ui: z.unknown() }).safeParse(body).success
const isRejection = (recording: Recording) => recording.status >= 400 && !isForm(recording)
/** Redirects and empty responses need no reader. */
const hasBody = ({ status }: Recording) => status !== 204 && (status < 300 || status >= 400)
const listReaders = (recording: Recording): readonly Reader[] =>
  !hasBody(recording)
    ? []
    : (isRejection(recording) ? rejectionReaders : responseReaders).filter(([request]) =>
        fits(request, recording.request),
      )

const findErrors = (recording: Recording): string[] =>
  listReaders(recording).flatMap(([request, schema]) =>
    (schema.safeParse(recording.body).error?.issues ?? []).map(
      ({ path, message }) => `${recording.name}, read as ${request}: ${path.join('.')} ${message}`,
    ),
  )

describe.each(['head', 'b25', 'kratos'])('recordings of %s', (service) => {
  const ofService = recordings.filter(({ name }) => name.startsWith(`${service}/`) && !name.includes('README'))

  test('are accepted by every matching schema', () => {
    expect(ofService.length).toBeGreaterThan(0)
    expect(ofService.flatMap(findErrors)).toEqual([])
  })

  test('have a reader or a reason for having none', () => {
    const nameless = ofService.filter(
      (recording) =>
        hasBody(recording) &&
        listReaders(recording).length === 0 &&
        !unread.some(([request]) => fits(request, recording.request)),
    )
    expect(nameless.map((recording) => `${recording.name}: ${formatRequestLine(recording.request)}`)).toEqual([])
  })
})

test('every reader and every reason matches a recording', () => {
  const idle = [
    ...responseReaders.filter(
      ([request]) => !recordings.some((one) => !isRejection(one) && fits(request, one.request)),
    ),
    ...rejectionReaders.filter(
      ([request]) => !recordings.some((one) => isRejection(one) && fits(request, one.request)),
    ),
    ...unread.filter(([request]) => !recordings.some((one) => fits(request, one.request))),
  ]
  expect(idle.map(([request]) => request)).toEqual([])
})
