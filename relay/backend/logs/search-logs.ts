import type { LogLine } from '#shared/logs/log-routes.ts'
import { failureWords } from '#relay/backend/clients/failure-words.ts'
import { clientRunOf } from '#relay/backend/clients/client-run.ts'
import type { SourceDeps } from '#relay/backend/scrapers/source-context.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'
import { readLogBackend, vouchedBy, type LogSelector } from './log-backend-spec.ts'
import type { LogAnswer, LogQuestion } from './log-source.ts'
import { lettersMax, lettersOf, newestOf } from './newest-of.ts'

export interface SearchLogsDeps {
  readonly database: Queryable
  readonly secrets: StoredSecrets
  /** What places are reached by. */
  readonly clients: SourceDeps
}

interface BackendRow extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly name: string
  readonly spec: unknown
}

const timeoutMs = 20_000

const readBackends = async ({ database, secrets }: SearchLogsDeps): Promise<readonly BackendRow[]> =>
  (
    await database.query<BackendRow>(
      `select id, name, spec from logging_backends
        where agent_id = '00000000-0000-0000-0000-000000000000' and deleted_at is null order by name, id`,
    )
  ).rows.map((row) => secrets.open('logging_backends', row))

/** Asks every place of one log backend that keeps the log; what cannot be asked is a sentence that names the backend. */
const askBackend = async (
  { name, spec }: BackendRow,
  selector: LogSelector,
  question: LogQuestion,
  { clients: { isHidden, ...clients } }: SearchLogsDeps,
  signal: AbortSignal,
): Promise<LogAnswer> => {
  const backend = readLogBackend(spec)
  if ('problem' in backend) return { lines: [], problems: [`${name}: ${backend.problem}`] }
  const mask = new Mask()
  mask.hideAll(secretsIn(spec))
  const context = { ...clientRunOf({ mask, timeoutMs, ...clients }, signal), isHidden }
  const lines: LogLine[] = []
  const problems: string[] = []
  for (const place of backend.places) {
    const vouched = vouchedBy(place, selector)
    if (vouched === undefined) continue
    const asked = Object.entries(question.labels).filter(([label]) => !vouched.has(label))
    try {
      const answer = await place.read({ ...question, labels: Object.fromEntries(asked) }, context)
      problems.push(...answer.problems.map((problem) => mask.inText(`${name}: ${problem}`)))
      for (const { timestamp, message, labels } of answer.lines) {
        const shown = Object.entries(labels).map(([label, value]) => [label, mask.inText(value)] as const)
        lines.push({
          timestamp,
          message: mask.inText(message),
          labels: { ...Object.fromEntries(shown), ...place.labels },
        })
      }
    } catch (error) {
      signal.throwIfAborted()
      problems.push(mask.inText(`${name}: ${failureWords(error, '')}`))
    }
  }
  return { lines, problems }
}

/** The newest lines of a log over all log backends that keep it. What one of them cannot answer is told beside what the others did. */
export const searchLogs = async (
  selector: LogSelector,
  question: LogQuestion,
  deps: SearchLogsDeps,
  signal: AbortSignal,
): Promise<LogAnswer> => {
  const backends = await readBackends(deps)
  const answers = await Promise.all(backends.map((backend) => askBackend(backend, selector, question, deps, signal)))
  const lines = newestOf(
    answers.map((answer) => answer.lines),
    question.limit,
  )
  const isCut = lines.reduce((sum, line) => sum + lettersOf(line), 0) >= lettersMax
  return {
    lines,
    problems: [
      ...(backends.length === 0 ? ['There is no log backend yet. Add one in Settings, Log Backends.'] : []),
      ...(isCut ? ['The lines are very long: only the newest of them are shown.'] : []),
      ...answers.flatMap(({ problems }) => problems),
    ],
  }
}
