import type { FastifyHelmetOptions } from '@fastify/helmet'
import { hostedPictures } from '#shared/identity/picture-address.ts'

interface ContentPolicyOptions {
  readonly publicUrl: string | undefined
  /** In hosted mode: other origins that pages ask. The provider's code keeps time in a worker that it makes itself. */
  readonly hosted?: { readonly asks: readonly string[] } | undefined
}

/**
 * What pages of the console may load: their own files, and nothing inline but the styles that the table library injects.
 * Browsers are told to insist on https only where `publicUrl` says so.
 */
export const contentPolicy = ({ publicUrl, hosted }: ContentPolicyOptions): FastifyHelmetOptions => ({
  global: true,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', ...(hosted === undefined ? [] : [hostedPictures])],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...(hosted?.asks ?? [])],
      workerSrc: ["'self'", ...(hosted === undefined ? [] : ['blob:'])],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: publicUrl?.startsWith('https:') === true,
})
