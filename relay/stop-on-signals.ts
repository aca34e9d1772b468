import type { FastifyBaseLogger } from 'fastify'

const endWithinMs = 30_000
/** A terminal and npm both forward one Ctrl-C, so that it arrives twice. */
const samePressMs = 500

export const stopOnSignals = (log: FastifyBaseLogger, stop: () => Promise<void>): void => {
  let stoppingSinceMs: number | undefined
  const end = async (signal: string) => {
    if (stoppingSinceMs !== undefined) {
      if (Date.now() - stoppingSinceMs > samePressMs) process.exit(1)
      return
    }
    stoppingSinceMs = Date.now()
    log.info({ signal }, 'shutting down, a second signal exits immediately')
    setTimeout(() => {
      log.error({ timeoutMs: endWithinMs }, 'shutdown timed out, exiting')
      process.exit(1)
    }, endWithinMs).unref()
    await stop()
    log.info('stopped')
    process.exit(0)
  }
  const onSignal = (signal: string) => {
    end(signal).catch((error: unknown) => {
      log.fatal({ err: error }, 'shutdown failed')
      process.exit(1)
    })
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
