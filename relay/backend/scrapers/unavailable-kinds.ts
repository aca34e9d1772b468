const reasons: Readonly<Record<string, string>> = {
  clickhouse: 'it needs a driver for ClickHouse',
  github: 'it needs a client for GitHub',
  logs: 'it needs a log backend to read from',
  playwright: 'it needs a browser',
  pubsub: 'it needs the account of a message service',
}

export const unavailableKinds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).map(([key, reason]) => [
    key,
    `Scrapers of kind '${key}' cannot run on this installation: ${reason}.`,
  ]),
)
