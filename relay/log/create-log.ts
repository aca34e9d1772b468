import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { openLogRing } from './log-ring.ts'

interface LogOptions {
  readonly level: string
  readonly dataDir: string
  readonly shown: (line: string) => string
}

type Destination = Parameters<typeof pino.multistream>[0]

const openRing = ({ dataDir, shown }: LogOptions): ReturnType<typeof openLogRing> | undefined => {
  try {
    return openLogRing(dataDir, shown)
  } catch {
    return undefined
  }
}

export const createLog = (options: LogOptions): Logger => {
  const terminal = process.stdout.isTTY
    ? pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true })
    : pino.destination(1)
  const ring = openRing(options)
  const streams: Destination = [terminal, ...(ring === undefined ? [] : [ring])].map((stream) => ({
    stream,
    level: 'trace',
  }))
  return pino(
    {
      level: options.level,
      redact: {
        paths: ['cookie', 'authorization', 'password', 'token', 'secret'].flatMap((name) => [
          name,
          `*.${name}`,
          `*.headers.${name}`,
        ]),
        censor: '(hidden)',
      },
    },
    pino.multistream(streams),
  )
}
