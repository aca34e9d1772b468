import { z } from 'zod'
import { parseDuration } from '#shared/primitives/duration.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { findAgeFailure } from './backup-age.ts'
import { defineCheckType } from './define-check-type.ts'
import { gcpSignIn, openGcp } from '#relay/backend/clients/clouds/gcp-fields.ts'

const text = z.string().min(1)
const spec = z.strictObject({
  gcp: z.strictObject({ project: text, instance: text, gcpConnection: z.strictObject(gcpSignIn).optional() }),
  maxAge: z
    .string()
    .transform((written, context) => {
      const ms = parseDuration(written)
      if (ms !== null && ms > 0) return ms
      context.addIssue({ code: 'custom', message: 'must be an age such as 90m, 12h or 7d' })
      return z.NEVER
    })
    .optional(),
})
type BackupSpec = z.infer<typeof spec>

const backupList = z.looseObject({
  items: z
    .array(
      z.looseObject({
        id: z.union([z.string(), z.number()]).transform(String).optional(),
        status: z.string(),
        endTime: z.string().nullish(),
        error: z.looseObject({ message: z.string().nullish() }).nullish(),
      }),
    )
    .default([]),
})

/** An unreadable date counts as the newest, so that it is reported. */
const parseEnd = ({ endTime }: { readonly endTime?: string | null | undefined }): number => {
  const ms = Date.parse(endTime ?? '')
  return Number.isNaN(ms) ? Number.MAX_VALUE : ms
}

/** Judges the newest backup that has ended. */
export const databaseBackup = defineCheckType<BackupSpec>({
  key: 'databaseBackup',
  requires: 'Needs a Google Cloud account: set credentials or connection in gcp.gcpConnection.',
  spec,
  formatEndpoint: ({ gcp: { project, instance } }) => `${project}/${instance}`,
  run: async ({ gcp, maxAge }, run) => {
    const { project, instance, gcpConnection: signIn = {} } = gcp
    const request = await openGcp(signIn, { field: 'gcp.gcpConnection' }, run)
    const path = `projects/${encodeURIComponent(project)}/instances/${encodeURIComponent(instance)}/backupRuns`
    const read = backupList.safeParse(
      await request({ url: `https://sqladmin.googleapis.com/v1/${path}`, params: { maxResults: 20 } }),
    )
    if (!read.success) return { pass: false, message: 'Not a list of backups.' }
    const { items } = read.data
    const details = { results: items, count: items.length }
    const ended = items.filter(({ endTime, status }) => endTime != null && status !== 'SKIPPED')
    const newest = ended.toSorted((a, b) => parseEnd(b) - parseEnd(a))[0]
    if (newest === undefined) return { pass: false, message: `${instance} has no backup.`, details }
    const { status, error, endTime } = newest
    if (status !== 'SUCCESSFUL')
      return {
        pass: false,
        message: `The last backup is ${status}${error?.message == null ? '' : `: ${error.message}`}.`,
        details,
      }
    const ageMs = Date.now() - Date.parse(endTime ?? '')
    const failure = findAgeFailure('The last backup', ageMs, maxAge)
    if (failure !== undefined) return { pass: false, message: failure, details }
    return { pass: true, message: `The last backup is ${humanizeDuration(Math.max(0, ageMs))} old`, details }
  },
})
