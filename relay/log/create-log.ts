import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { openLogRing } from './log-ring.ts'

interface LogOptions {
  readonly level: string
  /** Where the newest lines are kept as well. */
  readonly dataDir: string
  /** Takes what is secret out of a line that is kept. */
  readonly shown: (line: string) => string
}

type Destination = Parameters<typeof pino.multistream>[0]

const openRing = ({ dataDir, shown }: LogOptions): ReturnType<typeof openLogRing> | undefined => {
  try {
    return openLogRing(dataDir, shown)
  } catch {
    // Why nothing can be written to DATA_DIR is said where the store is opened.
    return undefined
  }
}

/**
 * The relay's log: readable lines in a terminal, JSON lines anywhere else, and the newest of them in DATA_DIR. What could carry a
 * secret is cut out.
 */
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
