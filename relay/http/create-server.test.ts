import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createServer } from './create-server.ts'

test('requests are served until the relay stops listening', async () => {
  const app = createServer({ log: pino({ level: 'silent' }), trustedProxies: [] })
  app.get('/', async () => 'served')
  let address = ''
  const whileClosing: unknown[] = []
  app.addHook('preClose', async () => {
    const response = await fetch(address)
    whileClosing.push(response.status, await response.text())
  })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
  await app.close()
  expect(whileClosing).toEqual([200, 'served'])
})
