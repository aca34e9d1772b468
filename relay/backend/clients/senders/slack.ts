import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { z } from 'zod'
import { fit, NotAccepted, rejected, type Message, type Outgoing, type Sender } from './sender.ts'
import { isWrittenMention, noMentions } from './text/mentions.ts'
import { renderSlack } from './text/render-markdown.ts'

/** Escaping disarms the mentions of values; those of the template are restored. */
const mrkdwn = (text: string, mentions: Message['mentions'] = noMentions): string =>
  renderSlack(text).replaceAll(/&lt;([!@][^<>&\n]{1,100})&gt;/g, (found, inner) =>
    isWrittenMention(`<${String(inner)}>`, mentions) ? `<${String(inner)}>` : found,
  )

const colours = { healthy: '#2e9e5b', warning: '#d99e0b', unhealthy: '#cd4246', unknown: '#8f99a8' } as const

const textMax = 2_900
const headingMax = 1_000
const linkMost = 3_000

/** As addresses of Slack have them: names, or a value such as #2e9e5b or %232e9e5b. */
const readColour = (text: string | undefined): string | undefined => {
  const colour = (text ?? '').replace(/^%23/, '#')
  return /^(?:good|warning|danger|#[0-9a-f]{3,8})$/i.test(colour) ? colour : undefined
}

type Settings = Pick<Outgoing, 'setting'>

/** Every message begins with the title of the connection, unless the rule's properties replace it. */
const toHeading = ({ title, mentions }: Message, { setting }: Settings): string => {
  const above = setting('title') ?? ''
  const heading = fit(title, { most: headingMax, render: (text) => `*${mrkdwn(text, mentions)}*` })
  return above === '' || above === title ? heading : `${fit(above, { most: headingMax, render: mrkdwn })}\n${heading}`
}

const toBody = (all: Message, settings: Settings): object => ({
  text: toHeading(all, settings),
  attachments: [toAttachment(all, settings)],
})

/** An emoji such as :boom:, or the address of an image. */
const toIcon = (icon: string): object =>
  /^https?:\/\//.test(icon) ? { icon_url: icon } : { icon_emoji: `:${icon.replaceAll(':', '')}:` }

const toBotFields = ({ setting }: Settings): object => {
  const [name = '', icon = '', thread = ''] = ['botname', 'icon', 'thread_ts'].map((each) => setting(each))
  return {
    ...(name !== '' && { username: name }),
    ...(icon === '' ? {} : toIcon(icon)),
    ...(thread !== '' && { thread_ts: thread }),
  }
}

const toAttachment = ({ message, link, health, mentions }: Message, { setting }: Settings): object => ({
  color: readColour(setting('color')) ?? colours[health ?? 'unknown'],
  blocks: [
    ...(message.trim() === ''
      ? []
      : [
          {
            type: 'section',
            text: { type: 'mrkdwn', text: fit(message, { most: textMax, render: (text) => mrkdwn(text, mentions) }) },
          },
        ]),
    ...(link === undefined || link.length > linkMost
      ? []
      : [
          {
            type: 'actions',
            elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url: link }],
          },
        ]),
  ],
})

const responseSchema = z.object({ ok: z.boolean(), error: z.string().optional() })
const passing = new Set(['ratelimited', 'rate_limited', 'internal_error', 'fatal_error', 'service_unavailable'])

const isWebhook = (address: URL): boolean => address.username === 'hook'
const readChannel = ({ address, setting }: Pick<Outgoing, 'address' | 'setting'>): string =>
  setting('channel') ?? decodeEscapes(address.hostname)

/**
 * `slack://token@channel` posts as a bot; `slack://hook:A-B-C@webhook` and an address of hooks.slack.com post to
 * a webhook.
 */
export const slack: Sender = {
  name: 'Slack',
  schemes: ['slack'],
  hosts: /(^|\.)hooks\.slack\.com$/,
  destination: ({ address, setting, baseUrl }) => {
    if (address.protocol !== 'slack:') return { server: address.origin, recipient: null }
    if (isWebhook(address)) return { server: baseUrl('https://hooks.slack.com'), recipient: null }
    return {
      server: baseUrl('https://slack.com'),
      recipient: { label: 'Channel', setting: 'channel', value: readChannel({ address, setting }) },
    }
  },
  send: async ({ address, message, setting, baseUrl, ask }) => {
    const body = toBody(message, { setting })
    if (address.protocol !== 'slack:') {
      await ask({ url: address.href, json: body })
      return
    }
    const [user, password] = [decodeEscapes(address.username), decodeEscapes(address.password)]
    if (isWebhook(address)) {
      await ask({ url: `${baseUrl('https://hooks.slack.com')}/services/${password.replaceAll('-', '/')}`, json: body })
      return
    }
    const token = password === '' ? user : `${user}-${password}`
    const channel = readChannel({ address, setting })
    if (token === '' || channel === '') throw rejected('Slack needs a bot token and a channel.')
    const { json } = await ask({
      url: `${baseUrl('https://slack.com')}/api/chat.postMessage`,
      headers: { authorization: `Bearer ${token}` },
      json: { channel, ...body, ...toBotFields({ setting }) },
    })
    const response = responseSchema.safeParse(json).data
    if (response?.ok === true) return
    const why = response?.error ?? 'no reason provided'
    throw new NotAccepted({ error: `Slack rejected the message: ${why}.`, isFinal: !passing.has(why) })
  },
}
