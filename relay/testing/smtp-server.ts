import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Certificate } from './certificate.ts'
import { startTcp, type TestServer } from './servers.ts'

interface SmtpOptions {
  readonly greeting?: string
  readonly password?: string
  readonly certificate?: Certificate
}

export const startSmtp = async ({
  greeting = '220 mail.test ESMTP',
  password,
  certificate,
}: SmtpOptions = {}): Promise<TestServer> =>
  startTcp((first) => {
    const serve = (socket: Socket, isSecure: boolean): void => {
      const writeLines = (...lines: readonly string[]): void =>
        void socket.write(lines.map((line) => `${line}\r\n`).join(''))
      socket.on('error', () => undefined)
      socket.on('data', (data: Buffer) => {
        const line = data.toString().trim()
        const [verb = '', ...rest] = line.split(' ')
        switch (verb.toUpperCase()) {
          case 'EHLO':
            writeLines(
              '250-mail.test',
              ...(certificate === undefined || isSecure ? [] : ['250-STARTTLS']),
              '250 AUTH PLAIN',
            )
            break
          case 'STARTTLS':
            writeLines('220 go ahead')
            socket.removeAllListeners('data')
            if (certificate !== undefined)
              serve(new TLSSocket(socket, { isServer: true, cert: certificate.cert, key: certificate.key }), true)
            break
          case 'AUTH': {
            const right = Buffer.from(rest[1] ?? '', 'base64')
              .toString()
              .endsWith(`\0${password}`)
            writeLines(right ? '235 welcome' : '535 5.7.8 authentication failed')
            break
          }
          case 'QUIT':
            writeLines('221 bye')
            socket.end()
            break
          default:
            writeLines('502 unknown')
        }
      })
    }
    if (greeting === '') return
    first.write(`${greeting}\r\n`)
    serve(first, false)
  })
