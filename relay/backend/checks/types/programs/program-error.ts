import type { ProcessResult } from '#relay/backend/process/run-process.ts'

const outputLength = 500

export const formatExit = (program: string, { exitCode, killedBy, stderr, stdout }: ProcessResult): string => {
  const output = (stderr.trim() || stdout.trim()).slice(-outputLength)
  const how = killedBy === null ? `exit code ${exitCode}` : `killed by ${killedBy}`
  return `${program}: ${how}${output === '' ? '' : `: ${output}`}`
}
