import type { FastifyHelmetOptions } from '@fastify/helmet'

/**
 * What pages of the console may load: their own files, and nothing inline but the styles that the table library injects.
 * Browsers are told to insist on https only where `publicUrl` says so.
 */
export const contentPolicy = (publicUrl: string | undefined): FastifyHelmetOptions => ({
  global: true,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'https:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: publicUrl?.startsWith('https:') === true,
})
