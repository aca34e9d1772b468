import { secretReferencePrefix } from '#shared/connections/secret-reference.ts'
import type { Mask } from '#relay/backend/data-api/access/access-line.ts'

/** Only for these schemes is the host an address. Elsewhere it may be a key (`ifttt://key`). */
const addressed =
  'https?|wss?|postgres(ql)?|mysql|mariadb|rediss?|mongodb(\\+srv)?|ldaps?|grpc|tcp|sqlserver|mssql|clickhouse|amqps?|nats|smtps?|sftp|ssh|ftp|git|s3|gs'

const named = 'postgres(ql)?|mysql|mariadb|rediss?|mongodb(\\+srv)?|ldaps?|sqlserver|mssql|clickhouse'
const reference = '[$][(][a-z.]+[)]'
const hostPattern = `(${reference}(:${reference})?@)?[^@/?#[:space:]]+`

const url = (sql: string): string => `(
  select case
    when m.given is null or m.given = '' or m.given ~ '^${secretReferencePrefix}[^@]*$' then m.given
    when m.given ~* '^(${addressed})://${hostPattern}/?$' then m.given
    when m.given ~* '^(${named})://${hostPattern}/[[:alnum:]_.-]*([?][^@]*)?$'
      then pg_catalog.regexp_replace(m.given, '[?].*$', '?***')
    when m.given ~* '^(${addressed})://([^@/?#[:space:]]*@)?[^@/?#[:space:]]+([/?#][^@]*)?$'
      then pg_catalog.regexp_replace(
        pg_catalog.regexp_replace(m.given, '^([^:]+://)([^@/?#]*@)', E'\\\\1***@'), '^([^:]+://[^/?#]+)[/?#].+$', E'\\\\1/***')
    else '***' end
  from (select ${sql}::pg_catalog.text as given) m)`

const masks: Record<Mask, (sql: string) => string> = {
  text: (sql) => `relay.masked(${sql})`,
  properties: (sql) => `relay.masked_properties(${sql})`,
  url,
}

export const maskSql = (mask: Mask, sql: string): string => masks[mask](sql)
