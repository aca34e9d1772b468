import type { z } from 'zod'
import { previewOutcomes, type RulePreview, type rulePreviewRoute } from '#shared/notifications/rule-preview-route.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import { filterVisible } from '#relay/backend/data-api/read-visible.ts'
import type { Database } from '#relay/database/database.ts'
import { judgeSubjects } from '#relay/backend/notifications/rules/judge-subjects.ts'
import type { CreateLinks } from '#relay/backend/notifications/events/message-links.ts'
import { composeMessage } from '#relay/backend/notifications/decide/compose-message.ts'
import { listFailing } from '#relay/backend/notifications/events/list-failing.ts'
import { pastMost, pastSince, readPastEvents } from './past-events.ts'
import { replayEvents } from './replay-events.ts'
import { readRule } from '#relay/backend/notifications/rules/rules.ts'
import { covers, holdsAt, readSilences } from '#relay/backend/notifications/silences/silences.ts'
import { readSubjects } from '#relay/backend/notifications/events/subject.ts'
import { valuesSeen } from './values-seen.ts'

const subjectsMost = 200
const listedMost = 100

interface RulePreviewDeps {
  readonly database: Database
  readonly reader: ViewerReader
  readonly createLinks: CreateLinks
}

export const previewRule = async (
  { database, reader, createLinks }: RulePreviewDeps,
  request: z.output<typeof rulePreviewRoute.body>,
): Promise<RulePreview> => {
  const rule = readRule({ ...request, id: 'preview' })
  if (rule === undefined) throw new Error('invalid rule')
  const past = await readPastEvents(database, rule.events)
  const visible = await filterVisible(reader, past, ({ kind, about }) => ({ kind, id: about.id }))
  const keys = new Set([...new Set(visible.map(({ id }) => id))].slice(0, subjectsMost))
  const events = visible.filter(({ id }) => keys.has(id))
  const subjects = await readSubjects(database, events)
  const verdicts = await judgeSubjects(rule, subjects)
  const silences = await readSilences(database)
  const outcomes = await replayEvents(rule, events, {
    findSubject: ({ id }) => (verdicts.get(id)?.passes === true ? subjects.get(id) : undefined),
    isSilenced: async (subject, atMs) => {
      for (const silence of silences)
        if (holdsAt(silence, atMs) && (await covers(database, silence, subject))) return true
      return false
    },
  })
  const counts = Object.fromEntries(
    previewOutcomes.map((outcome) => [outcome, outcomes.filter((each) => each === outcome).length]),
  ) as RulePreview['counts']
  const known = events.filter(({ id }) => subjects.has(id))
  const newest = known.find(({ id }) => verdicts.get(id)?.passes === true) ?? known[0]
  const subject = newest === undefined ? undefined : subjects.get(newest.id)
  const errors = new Set([...verdicts.values()].flatMap(({ error }) => error ?? []))
  let sample: RulePreview['sample'] = null
  if (newest !== undefined && subject !== undefined) {
    const { event, at } = newest
    const { error, title, message } = await composeMessage(rule, subject, {
      event,
      links: createLinks(subject, event, at),
      channel: '',
    })
    if (error !== null) errors.add(error)
    sample = { event, at, name: subject.target.name, title, message, values: valuesSeen(subject.environment) }
  }
  return {
    since: pastSince(Date.now()),
    events: events.slice(0, listedMost).map(({ id, event, at, kind, about }, index) => ({
      event,
      at,
      resource: { kind, id: about.id, name: subjects.get(id)?.target.name ?? about.id },
      would_be: outcomes[index] ?? 'left out',
    })),
    counts,
    sample,
    failing_now: (await listFailing({ database, reader }, rule, request.id ?? null)).map(
      ({ event, subject: { kind, target } }) => ({
        event,
        resource: { kind, id: target.id, name: target.name },
      }),
    ),
    problems: [...errors],
    is_cut: past.length >= pastMost || events.length < visible.length,
  }
}
