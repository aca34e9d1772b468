import { access } from 'node:fs/promises'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { consoleLogFiles } from '#relay/log/log-ring.ts'
import type { LogLocation } from './log-backend-spec.ts'
import type { LogStream } from './log-source.ts'
import { followedFiles, readFileStreams } from './sources/file.ts'

/** A reserved id: no row has it. */
export const consoleLogId = '00000000-0000-0000-0000-00000000c109'
export const consoleLogType = 'Quarterdeck'

export interface ConsoleLog {
  readonly id: string
  readonly name: string
  readonly locationIn: (dataDir: string) => LogLocation
}

async function* filesIn(dataDir: string): AsyncGenerator<string> {
  for (const path of consoleLogFiles(dataDir)) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) yield path
  }
}

const toLine = ({ labels: { file: _file, pid: _pid, hostname: _host, ...labels }, timestamp, message }: LogLine) => ({
  timestamp,
  message,
  labels,
})

const withoutOrigin = async function* (stream: LogStream): LogStream {
  for await (const batch of stream) yield batch.map(toLine)
}

export const consoleLog: ConsoleLog = {
  id: consoleLogId,
  name: 'This console',
  locationIn: (dataDir) => ({
    routes: [{ type: consoleLogType }],
    labels: {},
    streams: async function* (filter, context) {
      for await (const stream of readFileStreams(filesIn(dataDir), filter, context)) yield withoutOrigin(stream)
    },
    follow: (filter, context) => withoutOrigin(followedFiles(() => filesIn(dataDir), filter, context)),
  }),
}
