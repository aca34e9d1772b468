import type { Connection } from './watch.ts'

const noHandshake = Object.freeze({})

/**
 * Lets go of the request that a connection began with: with its headers it weighs more than all that is needed of the
 * connection. Besides Engine.IO and Socket.IO themselves, Engine.IO's stand-in for a response holds it, by a listener
 * (the only `once` on the socket) that middlewares could want; there are none here. Its guard against an error amid
 * the handshake goes as well: the transport has taken over.
 */
export const forgetHandshake = ({ socket, net, web }: Connection): void => {
  Reflect.set(socket.conn, 'request', null)
  Reflect.set(socket, 'handshake', noHandshake)
  for (const listener of net.rawListeners('close')) {
    if ('listener' in listener) net.removeListener('close', listener as unknown as () => void)
  }
  for (const listener of web.rawListeners('error')) {
    if (listener.name === 'onUpgradeError') web.removeListener('error', listener as (error: Error) => void)
  }
}
