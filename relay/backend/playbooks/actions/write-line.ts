import type { OutputStream } from '#relay/backend/playbooks/log/action-log.ts'
import type { ActionContext } from './action-context.ts'

export const writeLine = (output: ReturnType<ActionContext['output']>, stream: OutputStream, line: string): void =>
  output.write(stream, Buffer.from(`${line}\n`))
