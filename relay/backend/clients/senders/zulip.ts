import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { formatBasicAuth } from '#relay/backend/clients/http/basic-sign-in.ts'
import { cut, fit, rejected, textWithLink, withNeutralMentions, type Sender } from './sender.ts'

export const zulip: Sender = {
  name: 'Zulip',
  schemes: ['zulip'],
  destination: ({ address, setting, baseUrl }) => ({
    server: baseUrl(`https://${address.host}`),
    recipient: { label: 'Stream', setting: 'stream', value: setting('stream') ?? 'general' },
  }),
  send: async ({ address, message, setting, baseUrl, ask }) => {
    const [bot, apiKey] = [decodeEscapes(address.username), decodeEscapes(address.password)]
    if (bot === '' || apiKey === '') throw rejected('Zulip needs the email address and key of a bot.')
    const { title, ...text } = withNeutralMentions(message)
    await ask({
      url: `${baseUrl(`https://${address.host}`)}/api/v1/messages`,
      headers: { authorization: formatBasicAuth(bot, apiKey) },
      form: {
        type: 'stream',
        to: setting('stream') ?? 'general',
        topic: cut(setting('topic') ?? title, 60),
        content: fit(text.message, {
          most: 10_000,
          render: (part) => `**${cut(title, 500)}**\n${textWithLink({ ...text, message: part })}`,
        }),
      },
    })
  },
}
