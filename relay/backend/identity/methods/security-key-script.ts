import { createHash } from 'node:crypto'

const source = `(() => {
  'use strict'
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
  const withIds = (list) => (list || []).map((item) => ({ ...item, id: bytes(item.id) }))
  const field = (name) => document.querySelector('[name="' + name + '"]')
  const send = (name, value) => {
    const target = field(name)
    target.value = JSON.stringify(value)
    target.closest('form').submit()
  }
  window.oryWebAuthnRegistration = async () => {
    const { publicKey } = JSON.parse(field('webauthn_register_trigger').value)
    publicKey.challenge = bytes(publicKey.challenge)
    publicKey.user.id = bytes(publicKey.user.id)
    publicKey.excludeCredentials = withIds(publicKey.excludeCredentials)
    const { id, rawId, type, response } = await navigator.credentials.create({ publicKey })
    send('webauthn_register', {
      id,
      rawId: text(rawId),
      type,
      response: {
        attestationObject: text(response.attestationObject),
        clientDataJSON: text(response.clientDataJSON),
        transports: response.getTransports ? response.getTransports() : [],
      },
    })
  }
  window.oryWebAuthnLogin = async () => {
    const { publicKey } = JSON.parse(field('webauthn_login_trigger').value)
    publicKey.challenge = bytes(publicKey.challenge)
    publicKey.allowCredentials = withIds(publicKey.allowCredentials)
    const { id, rawId, type, response } = await navigator.credentials.get({ publicKey })
    send('webauthn_login', {
      id,
      rawId: text(rawId),
      type,
      response: {
        authenticatorData: text(response.authenticatorData),
        clientDataJSON: text(response.clientDataJSON),
        signature: text(response.signature),
      },
    })
  }
})()
`

export const securityKeyScript = {
  source,
  integrity: `sha512-${createHash('sha512').update(source).digest('base64')}`,
} as const
