import type { FastifyHelmetOptions } from '@fastify/helmet'
import { hostedPictures } from '#shared/identity/picture-address.ts'
import type { HostedConfig } from '#relay/config/hosted.ts'

export interface ContentPolicyOptions {
  readonly publicUrl: string | undefined
  /** The provider's code starts a worker from a blob URL. */
  readonly hosted?: HostedOrigins | undefined
}

type HostedOrigins = Pick<HostedConfig, 'forwarded' | 'frontendApi' | 'backends'>

const listHostedOrigins = ({ forwarded, frontendApi, backends }: HostedOrigins): readonly string[] => [
  ...(forwarded === undefined ? [frontendApi] : []),
  ...new Set(backends.map((address) => /^https?:\/\/[^/]+/.exec(address)?.[0] ?? address)),
]

/** Inline styles are allowed because the table library injects them. */
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
