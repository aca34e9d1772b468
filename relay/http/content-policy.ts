import type { FastifyHelmetOptions } from '@fastify/helmet'
import { hostedPictures } from '#shared/identity/picture-address.ts'
import type { HostedConfig } from '#relay/config/hosted.ts'

export interface ContentPolicyOptions {
  readonly publicUrl: string | undefined
  /** The provider's code of hosted mode keeps time in a worker that it makes itself. */
  readonly hosted?: HostedOrigins | undefined
}

type HostedOrigins = Pick<HostedConfig, 'forwarded' | 'frontendApi' | 'backends'>

/** Other origins that pages of hosted mode ask: the provider, where it is not forwarded, and backends of direct mode. */
const listHostedOrigins = ({ forwarded, frontendApi, backends }: HostedOrigins): readonly string[] => [
  ...(forwarded === undefined ? [frontendApi] : []),
  ...new Set(backends.map((address) => /^https?:\/\/[^/]+/.exec(address)?.[0] ?? address)),
]

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
      connectSrc: ["'self'", ...(hosted === undefined ? [] : listHostedOrigins(hosted))],
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
