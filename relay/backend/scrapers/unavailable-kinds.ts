const reasons: Readonly<Record<string, string>> = {
  clickhouse: 'a ClickHouse driver is required',
  github: 'a GitHub client is required',
  logs: 'a log backend to read from is required',
  postgres: 'roles and grants of PostgreSQL are not catalog items here (use the kind sql for rows)',
  playwright: 'a browser is required',
  pubsub: 'a messaging service account is required',
}

export const unavailableKinds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).map(([key, reason]) => [
    key,
    `Scrapers of kind '${key}' cannot run on this installation: ${reason}.`,
  ]),
)
