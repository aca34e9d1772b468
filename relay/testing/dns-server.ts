import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { recordTypes, type RecordType } from '#relay/backend/checks/types/dns-message.ts'

const typeNames = Object.keys(recordTypes) as RecordType[]

export type Zone = Readonly<
  Record<string, Readonly<Partial<Record<RecordType, readonly Buffer[]>>> | number | 'silent'>
>

export const dnsName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])
export const ipv4 = (address: string): Buffer => Buffer.from(address.split('.').map(Number))
export const mx = (priority: number, exchange: string): Buffer =>
  Buffer.concat([Buffer.from([0, priority]), dnsName(exchange)])
export const ipv6 = (hex: string): Buffer => Buffer.from(hex.replaceAll(':', ''), 'hex')
export const txt = (...chunks: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(chunks.flatMap((chunk) => [Buffer.from([Buffer.from(chunk).length]), Buffer.from(chunk)]))
export const caa = (tag: string, value: string): Buffer =>
  Buffer.concat([Buffer.from([0, tag.length]), Buffer.from(tag), Buffer.from(value)])

export const startDns = async (
  zone: Zone,
  address: '127.0.0.1' | '::1' = '127.0.0.1',
  port = 0,
): Promise<{ port: number; close: () => Promise<void> }> => {
  const socket = createSocket(address === '::1' ? 'udp6' : 'udp4')
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 1
    const question = query.subarray(12, end + 4)
    const type = query.readUInt16BE(end)
    const labels: string[] = []
    for (let at = 12; (query[at] ?? 0) > 0; at += (query[at] ?? 0) + 1) {
      labels.push(query.subarray(at + 1, at + 1 + (query[at] ?? 0)).toString())
    }
    const known = zone[labels.join('.').toLowerCase()] ?? 3
    if (known === 'silent') return
    const code = typeof known === 'number' ? known : 0
    const typeName = typeNames.find((name) => recordTypes[name] === type)
    const records = typeof known === 'number' || typeName === undefined ? [] : (known[typeName] ?? [])
    const answers = records.map((data) => {
      const head = Buffer.from([0xc0, 12, type >> 8, type & 0xff, 0, 1, 0, 0, 0, 60, 0, 0])
      head.writeUInt16BE(data.length, 10)
      return Buffer.concat([head, data])
    })
    const head = Buffer.from([0, 0, 0x81, 0x80 | code, 0, 1, 0, answers.length, 0, 0, 0, 0])
    query.copy(head, 0, 0, 2)
    socket.send(Buffer.concat([head, question, ...answers]), from.port, from.address)
  })
  socket.bind(port, address)
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}
