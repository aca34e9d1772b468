import type { FastifyInstance } from 'fastify'

export const finishConnections = (app: FastifyInstance, onClosing: () => void): void => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    onClosing()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
