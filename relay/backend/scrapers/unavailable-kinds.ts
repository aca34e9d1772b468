/** What a kind of scraper needs that documents may hold and that this console has no client for. */
const reasons: Readonly<Record<string, string>> = {
  clickhouse: 'it needs a driver for ClickHouse',
  github: 'it needs a client for GitHub',
  logs: 'it needs a log backend to read from',
  playwright: 'it needs a browser',
  pubsub: 'it needs the account of a message service',
}

/** Why scrapers of a kind cannot run here, each a sentence. */
export const unavailableKinds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).map(([key, reason]) => [
    key,
    `Scrapers of kind '${key}' cannot run on this installation: ${reason}.`,
  ]),
)
