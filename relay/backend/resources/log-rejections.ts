import type { FastifyBaseLogger } from 'fastify'

/** Once when a rejection appears, and once when it disappears. */
export const createRejectionLog = (log: Pick<FastifyBaseLogger, 'warn' | 'info'>) => {
  let logged: ReadonlySet<string> = new Set()
  return (rejections: readonly string[]): void => {
    const texts = new Set(rejections)
    for (const text of texts) if (!logged.has(text)) log.warn(`document rejected: ${text}`)
    for (const text of logged) if (!texts.has(text)) log.info(`document no longer rejected: ${text}`)
    logged = texts
  }
}

/** Once as long as the warning is listed. */
export const createWarningLog = (log: Pick<FastifyBaseLogger, 'warn'>) => {
  let logged: ReadonlySet<string> = new Set()
  return (warnings: readonly string[]): void => {
    for (const text of new Set(warnings)) if (!logged.has(text)) log.warn(text)
    logged = new Set(warnings)
  }
}
