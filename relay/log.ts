import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'

/** The relay's log: readable lines in a terminal, JSON lines anywhere else. What could carry a secret is cut out. */
export const createLog = (level: string): Logger => {
  const options = {
    level,
    redact: {
      paths: ['cookie', 'authorization', 'password', 'token', 'secret'].flatMap((name) => [
        name,
        `*.${name}`,
        `*.headers.${name}`,
      ]),
      censor: '(hidden)',
    },
  }
  if (!process.stdout.isTTY) return pino(options)
  return pino(options, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }))
}
