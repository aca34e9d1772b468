/** Must equal `serve.public.base_url` of the identity service. */
export const identityBaseUrl = (consoleUrl: string): string => `${consoleUrl.replace(/\/$/, '')}/api/.ory/`

export const baseUrlIn = (action: string): string | null =>
  /^(https?:\/\/.*?\/)self-service\//.exec(action)?.[1] ?? null
