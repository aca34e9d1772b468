import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { withMailServer, type MailServer } from '#relay/backend/clients/servers/mail-connection.ts'
import { cut, isNo, isYes, rejected, textWithLink, type Message, type Outgoing, type Sender } from './sender.ts'
import { escapeHtml, renderHtml, renderPlain } from './text/render-markdown.ts'

const colours = { healthy: '#1c6e42', warning: '#935610', unhealthy: '#ac2f33', unknown: '#5f6b7c' } as const

const html = ({ title, message, link, health }: Message): string =>
  `<div style="font:15px/1.5 system-ui,sans-serif;max-width:40em;border-left:4px solid ${colours[health ?? 'unknown']};padding-left:16px">` +
  `<h2 style="font-size:18px;margin:0 0 8px">${escapeHtml(title)}</h2>` +
  `<div>${renderHtml(message)}</div>` +
  (link === undefined ? '' : `<p><a href="${escapeHtml(link)}">Open in Quarterdeck</a></p>`) +
  `</div>`

type Addressed = Pick<Outgoing, 'address' | 'setting'>

const toServer = ({ address, setting }: Addressed) => {
  const encryption = setting('encryption')?.toLowerCase() ?? ''
  const secure = address.protocol === 'smtps:' || encryption === 'implicittls'
  return {
    host: address.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(address.port || (secure ? 465 : 587)),
    secure,
    requireTLS: encryption === 'explicittls' || isYes(setting('usestarttls')),
    ignoreTLS: encryption === 'none',
  }
}
const isTrusting = ({ setting }: Addressed): boolean =>
  ['skiptlsverify', 'insecure'].some((name) => isYes(setting(name)))
const readRecipients = ({ setting }: Addressed): string => setting('to') ?? setting('toaddresses') ?? ''

const toMailServer = (outgoing: Outgoing): MailServer => {
  const { address, setting, insecureTls, signal } = outgoing
  const isSigningIn = address.username !== '' && setting('auth')?.toLowerCase() !== 'none'
  return {
    ...toServer(outgoing),
    insecureTls: insecureTls || isTrusting(outgoing),
    auth: isSigningIn ? { user: decodeEscapes(address.username), pass: decodeEscapes(address.password) } : undefined,
    libraryTimeoutMs: 30_000,
    signal,
  }
}

export const email: Sender = {
  name: 'Email',
  schemes: ['smtp', 'smtps'],
  destination: (to) => {
    const { host, port, secure } = toServer(to)
    return {
      server: `${secure ? 'smtps' : 'smtp'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
      isUnverified: isTrusting(to),
      recipient: { label: 'Email addresses', setting: 'to', value: readRecipients(to) },
    }
  },
  send: async (outgoing) => {
    const { address, message, setting, key, headers } = outgoing
    const to = readRecipients(outgoing)
    const from = setting('from') ?? setting('fromaddress') ?? decodeEscapes(address.username)
    if (to === '') throw rejected('The mail address has no recipient. Add ?to=….')
    const fromName = setting('fromname') ?? ''
    await withMailServer(toMailServer(outgoing), (transport) =>
      transport.sendMail({
        from: fromName === '' ? from : { name: fromName, address: from },
        to,
        subject: cut((setting('subject') ?? message.title).replaceAll(/\s+/g, ' '), 500),
        text: textWithLink({ ...message, message: renderPlain(message.message) }),
        ...(isNo(setting('usehtml')) ? {} : { html: html(message) }),
        headers,
        messageId: `<${key}@quarterdeck>`,
      }),
    )
  },
}
