import { startTcp, type TestServer } from './servers.ts'

const ber = (tag: number, ...parts: readonly (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from(body.length < 128 ? [tag, body.length] : [tag, 0x81, body.length]), body])
}
const result = (tag: number, code: number, message = ''): Buffer =>
  ber(tag, ber(0x0a, Buffer.from([code])), ber(0x04, ''), ber(0x04, message))

export const startLdap = async (password: string, entries: readonly string[]): Promise<TestServer> =>
  startTcp((socket) => {
    socket.on('data', (data: Buffer) => {
      const start = (data[1] ?? 0) < 128 ? 2 : 2 + ((data[1] ?? 0) & 0x7f)
      const id = data.subarray(start, start + 2 + (data[start + 1] ?? 0))
      const operation = data[start + id.length]
      const send = (...parts: readonly Buffer[]): void => {
        for (const part of parts) socket.write(ber(0x30, id, part))
      }
      if (operation === 0x60) send(result(0x61, data.includes(password) ? 0 : 49, 'who are you'))
      if (operation === 0x63) send(...entries.map((entry) => ber(0x64, ber(0x04, entry), ber(0x30))), result(0x65, 0))
      if (operation === 0x42) socket.end()
    })
  })
