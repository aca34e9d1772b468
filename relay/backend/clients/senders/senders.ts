import { bark } from './bark.ts'
import { discord } from './discord.ts'
import { email } from './email.ts'
import { googleChat } from './google-chat.ts'
import { gotify } from './gotify.ts'
import { ifttt } from './ifttt.ts'
import { matrix } from './matrix.ts'
import { mattermost } from './mattermost.ts'
import { ntfy } from './ntfy.ts'
import { opsgenie } from './opsgenie.ts'
import { pushbullet } from './pushbullet.ts'
import { pushover } from './pushover.ts'
import { rocketchat } from './rocketchat.ts'
import type { Sender } from './sender.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { telegram } from './telegram.ts'
import { webhook } from './webhook.ts'
import { zulip } from './zulip.ts'

export const senders: readonly Sender[] = [
  email,
  slack,
  teams,
  discord,
  telegram,
  mattermost,
  matrix,
  rocketchat,
  googleChat,
  ntfy,
  pushover,
  pushbullet,
  opsgenie,
  ifttt,
  zulip,
  gotify,
  bark,
  webhook,
]

export const findSender = ({ protocol, hostname }: URL): Sender | undefined => {
  const scheme = protocol.slice(0, -1)
  const known = scheme === 'https' ? senders.find(({ hosts }) => hosts?.test(hostname) === true) : undefined
  return known ?? senders.find(({ schemes }) => schemes.includes(scheme))
}
