import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { cut, isNo, isYes, rejected, toEach, withNeutralMentions, type Outgoing, type Sender } from './sender.ts'
import { escapeHtml, renderTelegram } from './text/render-markdown.ts'

const listChats = (setting: Outgoing['setting']): readonly string[] =>
  (setting('chats') ?? setting('channels') ?? '')
    .split(',')
    .map((chat) => chat.trim())
    .filter((chat) => chat !== '')

/** Telegram rejects messages with buttons for `localhost` and other hosts without a domain. */
const canBeButton = (link: string): boolean => URL.canParse(link) && /[.:]/.test(new URL(link).hostname)

export const telegram: Sender = {
  name: 'Telegram',
  schemes: ['telegram'],
  destination: ({ setting, baseUrl }) => ({
    server: baseUrl('https://api.telegram.org'),
    recipient: { label: 'Chats', setting: 'chats', value: listChats(setting).join(', ') },
  }),
  send: async ({ address, message: sent, setting, baseUrl, ask }) => {
    const { title, message, link } = withNeutralMentions(sent)
    const token = [address.username, address.password].filter(Boolean).map(decodeEscapes).join(':')
    const chats = listChats(setting)
    if (token === '' || chats.length === 0) throw rejected('Telegram needs a bot token and at least one chat.')
    const opens = link !== undefined && canBeButton(link)
    const below = link === undefined || opens ? '' : `\n${escapeHtml(link)}`
    const text = `<b>${escapeHtml(cut(title, 500))}</b>\n${renderTelegram(cut(message, 3_000))}${below}`
    await toEach(chats, (chat) =>
      ask({
        url: `${baseUrl('https://api.telegram.org')}/bot${token}/sendMessage`,
        json: {
          chat_id: chat,
          text,
          parse_mode: 'HTML',
          link_preview_options: { is_disabled: !isYes(setting('preview')) },
          ...(isNo(setting('notification')) ? { disable_notification: true } : {}),
          ...(opens && { reply_markup: { inline_keyboard: [[{ text: 'Open', url: link }]] } }),
        },
      }),
    )
  },
}
