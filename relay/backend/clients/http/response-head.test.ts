import { createServer, connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { normalizeResponseHead, takeHead } from './response-head.ts'

const take = (text: string) => takeHead(Buffer.from(text, 'latin1'))?.toString('latin1')
const final = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\nfine'
const normalized = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine'

describe('takeHead', () => {
  test('waits for the whole head, however it is cut', () => {
    const response = `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${final}`
    const end = response.length - 'fine'.length
    for (let length = 0; length < end; length += 1) expect(take(response.slice(0, length))).toBeUndefined()
    for (let length = end; length <= response.length; length += 1)
      expect(take(response.slice(0, length))).toBe(normalized.slice(0, normalized.length - (response.length - length)))
  })

  test.each([
    ['SSH-2.0-OpenSSH\r\n', 'SSH-2.0-OpenSSH\r\n'],
    ['x', 'x'],
    ['http/1.0 200\n\nfine', 'HTTP/1.0 200\r\n\r\nfine'],
    ['HTTP/1.1 101 Switching Protocols\r\n\r\nx', 'HTTP/1.1 101 Switching Protocols\r\n\r\nx'],
    ['HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n', 'HTTP/1.1 304 Not Modified\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nA: b\r\n\tc\r\n\r\n', 'HTTP/1.1 200 OK\r\nA: b c\r\n\r\n'],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: 4, 5\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n',
    ],
    [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\nContent-Length: 4\r\n\r\n',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
    ],
    [
      'HTTP/1.1 200 OK\r\nX Name: a\r\nSet-Cookie: a=\u0001b\rc; Path=/\r\nno header\r\nX-\u00e9: 1\r\nB: \t\u00fc\r\n\r\n',
      'HTTP/1.1 200 OK\r\nSet-Cookie: a= b c; Path=/\r\nB: \t\u00fc\r\n\r\n',
    ],
  ])('normalizes %j', (text, result) => {
    expect(take(text)).toBe(result)
  })

  test('gives up on a head without end', () => {
    const text = `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(256 * 1024)}`
    expect(take(text)).toBe(text)
  })
})

test('a socket passes the body on as it arrives', async () => {
  const server = createServer((socket) => {
    let at = 0
    const sendNext = (): void => {
      if (at >= final.length) return void socket.end()
      at += 1
      socket.write(final.slice(at - 1, at), () => setImmediate(sendNext))
    }
    sendNext()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true)
  normalizeResponseHead(socket)
  const read = (): Buffer | null => socket.read() as Buffer | null
  let received = ''
  socket.on('readable', () => {
    for (let chunk = read(); chunk !== null; chunk = read()) received += chunk.toString()
  })
  await once(socket, 'end')
  expect(received).toBe(normalized)
  server.close()
})
