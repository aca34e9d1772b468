import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import {
  jsonBytes,
  cut,
  fit,
  splitPath,
  rejected,
  withNeutralMentions,
  type Message,
  type Outgoing,
  type Sender,
} from './sender.ts'
import { renderTeams } from './text/render-markdown.ts'

const colours = { healthy: '2E9E5B', warning: 'D99E0B', unhealthy: 'CD4246', unknown: '8F99A8' } as const

/** Teams rejects messages over 28 KB. */
const toText = (message: string): string => fit(message, { most: 18_000, render: renderTeams, measure: jsonBytes })

const readColour = (text: string | undefined): string | undefined =>
  /^(?:#|%23)?([0-9a-f]{6})$/i.exec(text ?? '')?.[1]?.toUpperCase()

const card = ({ title, message, link, health }: Message, setting: Outgoing['setting']): object => ({
  '@type': 'MessageCard',
  '@context': 'https://schema.org/extensions',
  summary: cut(title, 200),
  title: cut(title, 500),
  text: toText(message),
  themeColor: readColour(setting('color')) ?? colours[health ?? 'unknown'],
  ...(link !== undefined && {
    potentialAction: [{ '@type': 'OpenUri', name: 'Open', targets: [{ os: 'default', uri: link }] }],
  }),
})

/** Power Automate webhooks accept Adaptive Cards. */
const adaptiveCard = ({ title, message, link, health }: Message): object => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          {
            type: 'TextBlock',
            size: 'Large',
            weight: 'Bolder',
            wrap: true,
            text: cut(title, 500),
            color: health === 'unhealthy' ? 'Attention' : health === 'healthy' ? 'Good' : 'Default',
          },
          { type: 'TextBlock', wrap: true, text: toText(message) },
        ],
        actions: link === undefined ? [] : [{ type: 'Action.OpenUrl', title: 'Open', url: link }],
      },
    },
  ],
})

export const teams: Sender = {
  name: 'Teams',
  schemes: ['teams'],
  hosts: /(^|\.)(webhook\.office\.com|outlook\.office\.com|logic\.azure\.com|powerplatform\.com)$/,
  destination: ({ address, setting, baseUrl }) => ({
    server:
      address.protocol === 'teams:' ? baseUrl(`https://${setting('host') ?? 'outlook.office.com'}`) : address.origin,
    recipient: null,
  }),
  send: async ({ address, message: sent, setting, baseUrl, ask }) => {
    const message = withNeutralMentions(sent)
    if (address.protocol !== 'teams:') {
      const isFlow = /(logic\.azure|powerplatform)\.com$/.test(address.hostname)
      await ask({ url: address.href, json: isFlow ? adaptiveCard(message) : card(message, setting) })
      return
    }
    const [altId, owner] = splitPath(address)
    const [group, tenant] = [decodeEscapes(address.username), decodeEscapes(address.hostname)]
    if (altId === undefined || owner === undefined || tenant === '')
      throw rejected('Teams needs a tenant, an alternative id and a group owner.')
    const host = setting('host') ?? 'outlook.office.com'
    const path = host === 'outlook.office.com' ? 'webhook' : 'webhookb2'
    await ask({
      url: `${baseUrl(`https://${host}`)}/${path}/${group}@${tenant}/IncomingWebhook/${altId}/${owner}`,
      json: card(message, setting),
    })
  },
}
