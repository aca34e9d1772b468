/** Where the console has the identity service's public interface; `serve.public.base_url` of the service says the same. */
export const identityBaseUrl = (consoleUrl: string): string => `${consoleUrl.replace(/\/$/, '')}/api/.ory/`

/** The service's `serve.public.base_url`, as the address of one of its forms tells; null where that is no such address. */
export const baseUrlIn = (action: string): string | null =>
  /^(https?:\/\/.*?\/)self-service\//.exec(action)?.[1] ?? null
