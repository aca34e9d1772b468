export const hostAndPort = (text: string): { readonly host: string; readonly port: number } | undefined => {
  const match = /^(?:\[([^\]]+)\]|([^:/[\]]+)):(\d{1,5})$/.exec(text.trim())
  const host = match?.[1] ?? match?.[2]
  const port = Number(match?.[3])
  return host === undefined || !(port >= 1 && port <= 65_535) ? undefined : { host, port }
}
