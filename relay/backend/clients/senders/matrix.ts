import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { z } from 'zod'
import {
  jsonBytes,
  cut,
  fit,
  rejected,
  textWithLink,
  toEach,
  withNeutralMentions,
  type Outgoing,
  type Sender,
  toServerUrl,
} from './sender.ts'
import { escapeHtml, renderHtml, renderPlain } from './text/render-markdown.ts'

const login = z.object({ access_token: z.string() })
const joined = z.object({ room_id: z.string() })
const rooms = z.object({ joined_rooms: z.array(z.string()) })

const listRooms = (setting: Outgoing['setting']): readonly string[] =>
  (setting('rooms') ?? setting('room') ?? '')
    .split(',')
    .map((room) => room.trim())
    .filter((room) => room !== '')

/** Without a user the password is an access token; without rooms, all joined rooms. */
export const matrix: Sender = {
  name: 'Matrix',
  schemes: ['matrix'],
  destination: ({ address, setting }) => ({
    server: toServerUrl({ address, setting }),
    recipient: {
      label: 'Rooms',
      setting: 'rooms',
      value: listRooms(setting).join(', '),
      whenEmpty: 'all rooms of the user',
    },
  }),
  send: async ({ address, message, setting, key, ask }) => {
    const [user, password] = [decodeEscapes(address.username), decodeEscapes(address.password)]
    if (password === '') throw rejected('Matrix needs a user and a password, or an access token.')
    const base = `${toServerUrl({ address, setting })}/_matrix/client/v3`
    const token =
      user === ''
        ? password
        : login.parse(
            (
              await ask({
                url: `${base}/login`,
                json: {
                  type: 'm.login.password',
                  identifier: { type: 'm.id.user', user },
                  password,
                  device_id: 'QUARTERDECK',
                  initial_device_display_name: 'Quarterdeck',
                },
              })
            ).json,
          ).access_token
    const headers = { authorization: `Bearer ${token}` }
    const listed = listRooms(setting)
    const targets =
      listed.length > 0
        ? listed
        : rooms.parse((await ask({ url: `${base}/joined_rooms`, method: 'GET', headers })).json).joined_rooms
    if (targets.length === 0) throw rejected('The Matrix user has not joined any room.')
    const { message: text, link, ...named } = withNeutralMentions(message)
    const title = cut(named.title, 500)
    // An event has at most 64 KB.
    const rendered = (render: (text: string) => string) => fit(text, { most: 25_000, render, measure: jsonBytes })
    const mentionsRoom = message.mentions?.names.some((name) => name.toLowerCase() === '@room') === true
    await toEach(targets, async (room) => {
      const id = room.startsWith('!')
        ? room
        : joined.parse((await ask({ url: `${base}/join/${encodeURIComponent(room)}`, headers, json: {} })).json).room_id
      await ask({
        url: `${base}/rooms/${encodeURIComponent(id)}/send/m.room.message/${encodeURIComponent(key)}`,
        method: 'PUT',
        headers,
        json: {
          msgtype: 'm.text',
          body: `${title}\n${textWithLink({ message: rendered(renderPlain), link })}`,
          format: 'org.matrix.custom.html',
          formatted_body: `<strong>${escapeHtml(title)}</strong><br>${rendered(renderHtml)}${
            link === undefined ? '' : `<br><a href="${escapeHtml(link)}">Open</a>`
          }`,
          'm.mentions': mentionsRoom ? { room: true } : {},
        },
      })
    })
  },
}
