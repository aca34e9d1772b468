import { createTransport } from 'nodemailer'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deliver } from './mailer.ts'

export const deliverBySmtp = (smtpUrl: string, from: string): Deliver => {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return async (mail) => {
    await transport.sendMail({ from, ...mail })
  }
}

/** Security: the folder is readable only by the relay's user. */
export const deliverToOutbox =
  (folder: string, from: string, now: () => Date): Deliver =>
  async ({ to, subject, text }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const at = now()
    const name = `${at.toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`
    const headers = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Date: ${at.toUTCString()}`]
    const lines = [...headers, 'Content-Type: text/plain; charset=utf-8', '', text, '']
    await writeFile(join(folder, name), lines.join('\r\n'), { mode: 0o600, flag: 'wx' })
  }
