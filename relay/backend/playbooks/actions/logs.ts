import type { z } from 'zod'
import { logBackends, type LogsStep } from '#shared/playbooks/query-steps.ts'
import { formatIssues } from '#shared/primitives/issue-text.ts'
import { chooseLines, type LineChoice } from '#relay/backend/clients/logs/choose-lines.ts'
import { cloudwatchSpec, readCloudwatch } from '#relay/backend/clients/logs/cloudwatch-lines.ts'
import type { LogLine, RawLine } from '#relay/backend/clients/logs/log-line.ts'
import { lokiSpec, readLoki } from '#relay/backend/clients/logs/loki-lines.ts'
import { opensearchSpec, readOpensearch } from '#relay/backend/clients/logs/opensearch-lines.ts'
import { podLinesSpec, readPodLines } from '#relay/backend/clients/logs/pod-lines.ts'
import { createClientRun, type ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import type { ActionContext, ActionOutcome } from './action-context.ts'
import { writeLine } from './write-line.ts'

interface LogQuery {
  readonly choice: LineChoice
  readonly read: (run: ClientRun) => Promise<readonly RawLine[]>
}

type Parsed = { readonly query: LogQuery } | { readonly error: z.ZodError }

const parse = <Spec>(
  schema: z.ZodType<Spec>,
  { mapping, match, dedupe, ...written }: LineChoice,
  read: (spec: Spec, run: ClientRun) => Promise<readonly RawLine[]>,
): Parsed => {
  const spec = schema.safeParse(written)
  if (!spec.success) return { error: spec.error }
  return { query: { choice: { mapping, match, dedupe }, read: (run) => read(spec.data, run) } }
}

/** The paths of issues begin below the backend. */
export const parseLogsStep = ({ loki, opensearch, cloudwatch, kubernetes }: LogsStep): Parsed => {
  if (loki !== undefined) return parse(lokiSpec, loki, readLoki)
  if (opensearch !== undefined) return parse(opensearchSpec, opensearch, readOpensearch)
  if (cloudwatch !== undefined) return parse(cloudwatchSpec, cloudwatch, readCloudwatch)
  return parse(podLinesSpec, kubernetes ?? {}, readPodLines)
}

export const findLogBackend = (step: LogsStep): string =>
  logBackends.find((backend) => step[backend] !== undefined) ?? logBackends[0]

/** For people; the result has all fields. */
const writeLines = (logs: readonly LogLine[], output: ReturnType<ActionContext['output']>): void => {
  for (const { timestamp, severity, message, count } of logs) {
    if (output.full) break
    const parts = [timestamp, severity, message, count > 1 ? `(×${count})` : '']
    writeLine(output, 1, parts.filter((part) => part !== '').join(' '))
  }
  output.finish()
}

export const runLogs = async (step: LogsStep, context: ActionContext): Promise<ActionOutcome> => {
  const { signal, runId } = context
  const parsed = parseLogsStep(step)
  if ('error' in parsed) return { result: {}, error: `${findLogBackend(step)}.${formatIssues(parsed.error)}` }
  const { read, choice } = parsed.query
  try {
    const logs = await chooseLines(await read(createClientRun(context, signal)), choice, { signal, owner: runId })
    writeLines(logs, context.output())
    return { result: { logs, count: logs.length }, error: null }
  } catch (error) {
    signal.throwIfAborted()
    const { loki, opensearch } = step
    const address = loki?.url ?? opensearch?.address ?? opensearch?.url ?? ''
    return { result: {}, error: describeError(error, shownAddress(address)) }
  }
}
