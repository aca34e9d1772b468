import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { connectionBlocks, toPlainKey } from './connection-blocks.ts'
import { readConnectionSpec } from './connection-document.ts'
import { writeConnectionSpec } from './write-connection.ts'

const empty = {
  url: null,
  username: null,
  password: null,
  certificate: null,
  properties: {},
  insecure_tls: false,
}
const read = (spec: string) => readConnectionSpec(parse(spec))
const readError = (spec: string) => {
  const result = read(spec)
  return 'error' in result ? result.error : 'no error'
}

const examples: readonly (readonly [spec: string, row: object])[] = [
  [
    'http: { url: { value: https://shop.example }, username: { value: ada }, password: { valueFrom: { secretKeyRef: { name: shop, key: pw } } } }',
    { type: 'http', url: 'https://shop.example', username: 'ada', password: 'secret://shop/pw' },
  ],
  [
    'http: { url: https://shop.example, bearer: { value: t0ken }, insecureTLS: true }',
    { type: 'http', url: 'https://shop.example', properties: { bearer: 't0ken' }, insecure_tls: true },
  ],
  [
    'http: { url: https://a.example, headers: [{ name: X-Team, value: ops }, { name: X-Key, valueFrom: { secretKeyRef: { name: shop, key: k } } }] }',
    {
      type: 'http',
      url: 'https://a.example',
      properties: { 'header:X-Team': 'ops', 'header:X-Key': 'secret://shop/k' },
    },
  ],
  [
    'http: { url: https://a.example, username: u, password: p, digest: true, ntlm: false }',
    {
      type: 'http',
      url: 'https://a.example',
      username: 'u',
      password: 'p',
      properties: { digest: 'true', ntlm: 'false' },
    },
  ],
  [
    'git: { url: https://git.example/a/b, type: gitlab, token: t }',
    { type: 'git', url: 'https://git.example/a/b', password: 't', properties: { type: 'gitlab' } },
  ],
  [
    'http: { url: https://aps.example, awsSigV4: { region: eu-west-1, service: aps, accessKey: { value: a }, secretKey: { value: s } } }',
    {
      type: 'http',
      url: 'https://aps.example',
      properties: { awsRegion: 'eu-west-1', awsService: 'aps', awsAccessKey: 'a', awsSecretKey: 's' },
    },
  ],
  [
    'http: { url: https://a.example, oauth: { clientID: { value: id }, clientSecret: { value: s }, tokenURL: https://t.example, scopes: [a, b], params: { audience: x } }, tls: { insecureSkipVerify: true } }',
    {
      type: 'http',
      url: 'https://a.example',
      properties: {
        clientID: 'id',
        clientSecret: 's',
        tokenURL: 'https://t.example',
        scopes: 'a,b',
        params: '{"audience":"x"}',
      },
      insecure_tls: true,
    },
  ],
  [
    'postgres: { host: { value: db.example }, database: { value: shop }, username: { value: u }, password: { value: p } }',
    {
      type: 'postgres',
      url: 'postgres://$(username):$(password)@db.example:5432/shop',
      username: 'u',
      password: 'p',
      properties: { host: 'db.example', database: 'shop' },
    },
  ],
  [
    'postgres: { host: { valueFrom: { configMapKeyRef: { name: db, key: host } } }, port: 6432, database: shop, sslmode: require }',
    {
      type: 'postgres',
      url: 'postgres://$(properties.host):6432/shop?sslmode=require',
      properties: { host: 'configmap://db/host', port: '6432', database: 'shop', sslmode: 'require' },
    },
  ],
  ['mysql: { url: { value: "mysql://host/db" } }', { type: 'mysql', url: 'mysql://host/db' }],
  [
    'mssql: { host: sql.example, database: shop, username: sa, password: pw, trustServerCertificate: true }',
    {
      type: 'sql_server',
      url: 'sqlserver://$(username):$(password)@sql.example:1433?database=shop',
      username: 'sa',
      password: 'pw',
      properties: { host: 'sql.example', database: 'shop' },
      insecure_tls: true,
    },
  ],
  [
    'mongo: { host: mongo.example, replicaSet: rs0 }',
    {
      type: 'mongo',
      url: 'mongodb://mongo.example:27017/?replicaSet=rs0',
      properties: { host: 'mongo.example', replicaSet: 'rs0' },
    },
  ],
  ['redis: { addr: "redis:6379", db: 2 }', { type: 'redis', url: 'redis:6379', properties: { db: '2' } }],
  [
    'opensearch: { urls: ["https://a:9200", "https://b:9200"], index: logs }',
    { type: 'opensearch', url: 'https://a:9200,https://b:9200', properties: { index: 'logs' } },
  ],
  ['elasticsearch: { url: "https://es:9200" }', { type: 'elasticsearch', url: 'https://es:9200' }],
  ['prometheus: { url: "http://prom:9090" }', { type: 'prometheus', url: 'http://prom:9090' }],
  ['loki: { url: "http://loki:3100" }', { type: 'loki', url: 'http://loki:3100' }],
  [
    'aws: { region: eu-central-1, accessKey: { value: AK }, secretKey: { value: SK } }',
    { type: 'aws', username: 'AK', password: 'SK', properties: { region: 'eu-central-1' } },
  ],
  [
    's3: { bucket: backups, region: eu-west-1, endpoint: "http://minio:9000", usePathStyle: true }',
    {
      type: 's3',
      url: 'http://minio:9000',
      properties: { bucket: 'backups', region: 'eu-west-1', usePathStyle: 'true' },
    },
  ],
  [
    'azure: { clientID: { value: c }, clientSecret: { value: s }, tenantID: { value: t } }',
    { type: 'azure', username: 'c', password: 's', properties: { tenant: 't' } },
  ],
  [
    'azureDevops: { organization: shop, personalAccessToken: { value: pat } }',
    { type: 'azure_devops', username: 'shop', password: 'pat' },
  ],
  [
    'gcp: { certificate: { valueFrom: { serviceAccount: reader } }, endpoint: "https://gcp.example" }',
    { type: 'google_cloud', url: 'https://gcp.example', certificate: 'serviceaccount://reader' },
  ],
  ['gcs: { bucket: b, certificate: { value: "{}" } }', { type: 'gcs', certificate: '{}', properties: { bucket: 'b' } }],
  [
    'git: { url: "https://git.example/a.git", username: u, password: p, ref: main }',
    { type: 'git', url: 'https://git.example/a.git', username: 'u', password: 'p', properties: { ref: 'main' } },
  ],
  ['github: { personalAccessToken: { value: ghp } }', { type: 'github', password: 'ghp' }],
  ['gitlab: { personal_access_token: { value: glp } }', { type: 'gitlab', password: 'glp' }],
  ['kubernetes: { kubeconfig: { value: "apiVersion: v1" } }', { type: 'kubernetes', certificate: 'apiVersion: v1' }],
  [
    'sftp: { host: { value: files.example }, port: 2222, username: u, password: { valueFrom: { helmRef: { name: files, key: pw } } } }',
    { type: 'sftp', url: 'files.example', username: 'u', password: 'helm://files/pw', properties: { port: '2222' } },
  ],
  [
    'smb: { server: nas, share: backup, domain: CORP, username: u, password: p }',
    {
      type: 'smb',
      url: 'nas',
      username: 'u',
      password: 'p',
      properties: { sharename: 'backup', domain: 'CORP' },
    },
  ],
  ['openai: { apiKey: { value: sk }, model: gpt }', { type: 'openai', password: 'sk', properties: { model: 'gpt' } }],
  [
    'kubernetes: { kubeconfig: { valueFrom: { secretKeyRef: { name: kc, key: config, optional: "true" } } } }',
    { type: 'kubernetes', certificate: 'secret://kc/config' },
  ],
  [
    'matrix: { host: chat.example, user: ops, password: p, disableTLS: true }',
    {
      type: 'matrix',
      url: 'matrix://ops:$(password)@chat.example/?DisableTLS=true',
      username: 'ops',
      password: 'p',
      properties: { host: 'chat.example' },
      insecure_tls: true,
    },
  ],
  [
    'slack: { token: { value: xoxb }, channel: { value: C01 } }',
    { type: 'slack', url: 'slack://$(password)@C01', username: 'C01', password: 'xoxb' },
  ],
  [
    'discord: { webhookID: { valueFrom: { secretKeyRef: { name: d, key: id } } }, token: { value: t } }',
    { type: 'discord', url: 'discord://$(password)@$(username)', username: 'secret://d/id', password: 't' },
  ],
  [
    'telegram: { token: { value: t }, chats: ["-100", "@ops"] }',
    {
      type: 'telegram',
      url: 'telegram://$(password)@telegram/?Chats=-100%2C%40ops',
      username: '-100,@ops',
      password: 't',
    },
  ],
  [
    'smtp: { host: mail.example, port: 25, username: u, password: p, encryption: starttls, auth: plain, fromAddress: a@example.com, fromName: Alerts, toAddresses: [b@example.com] }',
    {
      type: 'email',
      url: 'smtp://$(username):$(password)@mail.example:25/?UseStartTLS=true&SkipTLSVerify=false&Encryption=ExplicitTLS&Auth=Plain&from=a%40example.com&fromName=Alerts',
      username: 'u',
      password: 'p',
      properties: {
        host: 'mail.example',
        port: '25',
        encryptionMethod: 'ExplicitTLS',
        authMethod: 'Plain',
        from: 'a@example.com',
        fromName: 'Alerts',
        to: 'b@example.com',
      },
    },
  ],
  [
    'ntfy: { topic: ops, host: ntfy.example }',
    {
      type: 'ntfy',
      url: 'ntfy://:$(password)@ntfy.example/ops?Scheme=https',
      properties: { topic: 'ops', host: 'ntfy.example' },
    },
  ],
  [
    'pushbullet: { token: { value: t }, targets: [phone, desk] }',
    {
      type: 'pushbullet',
      url: 'pushbullet://$(password)/phone,desk',
      password: 't',
      properties: { targets: 'phone,desk' },
    },
  ],
  [
    'pushover: { user: u, token: { value: t } }',
    { type: 'pushover', url: 'pushover://:$(password)@u/', username: 'u', password: 't' },
  ],
  [
    'genericWebhook: { url: { value: "generic+http://hooks.example/a?disabletls=yes&room=1" } }',
    {
      type: 'generic_webhook',
      url: 'generic+http://hooks.example/a?room=1&ContentType=application%2Fjson&MessageKey=message&TitleKey=title&RequestMethod=POST&DisableTLS=false',
      properties: { requestMethod: 'POST', contentType: 'application/json', key: 'message', titleKey: 'title' },
    },
  ],
  [
    'webhook: { url: "https://hooks.example/a", method: post }',
    {
      type: 'generic_webhook',
      url: 'generic+https://hooks.example/a?ContentType=application%2Fjson&MessageKey=message&TitleKey=title&RequestMethod=POST&DisableTLS=false',
      properties: { requestMethod: 'POST', contentType: 'application/json', key: 'message', titleKey: 'title' },
    },
  ],
]

describe('a block of a connection', () => {
  test.each(examples)('%s', (spec, row) => {
    expect(read(spec)).toEqual({ row: { ...empty, ...row } })
  })

  test.each(examples)('is what the writer of backups writes: %s', (spec) => {
    const result = read(spec)
    if ('error' in result) throw new Error(result.error)
    const written = writeConnectionSpec({ ...result.row })
    expect(written).not.toHaveProperty('type')
    expect(readConnectionSpec(written)).toEqual(result)
  })

  test('has no name of another one', () => {
    const names = connectionBlocks.flatMap(({ type, keys }) =>
      Array.from(new Set([type, ...keys].map((each) => toPlainKey(each)))),
    )
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  })
})

test.each([
  ['{}', 'spec: needs the block of a connection type, such as http or postgres, or spec.type.'],
  ['http: {}', 'spec.http.url: required.'],
  ['postgres: { database: a }', 'spec.postgres: needs url or host.'],
  ['http: { urll: x }', 'spec.http.urll: unknown field (did you mean "url"?).'],
  ['http: { url: a }\npostgres: { url: b }', 'spec.postgres: the connection already has the type http'],
  ['postgress: { url: a }', 'spec.postgress: unknown connection type (did you mean "postgres"?).'],
  ['telex: { url: a }', 'spec.telex: unknown connection type. Connection types: http, '],
  ['url: a', 'spec.type: required, or write url in the block of a connection type, such as http.'],
  ['http: text', 'spec.http: must be a map of fields.'],
  ['http: { url: { valu: a } }', 'spec.http.url: must be text, {value} or {valueFrom}, got the key "valu".'],
  [
    'http: { url: { valueFrom: { secretKeyRef: { name: a } } } }',
    'spec.http.url: valueFrom must be one of secretKeyRef and configMapKeyRef {name, key}',
  ],
  [
    'http: { url: { value: a, valueFrom: { serviceAccount: b } } }',
    'spec.http.url: must have either value or valueFrom.',
  ],
  ['postgres: { host: a, port: 70000 }', 'spec.postgres.port: must be a port from 1 to 65535, got "70000".'],
  ['http: { url: a, insecureTLS: maybe }', 'spec.http.insecureTLS: must be true or false.'],
  ['smtp: { host: a, encryption: maximal }', 'spec.smtp.encryption: must be one of None, ExplicitTLS'],
  ['slack: { channel: a }', 'spec.slack.token: required.'],
  ['facet: { url: a }', 'spec.facet: cannot work here: reports are rendered without the Facet service'],
  ['http: { url: a, headers: [{ value: x }] }', 'spec.http.headers[0]: needs the name of a header.'],
  ['http: { url: a, headers: { "X Y": x } }', 'spec.http.headers.X Y: needs the name of a header.'],
  ['smtp: { host: a, headers: { X-A: "a\\r\\nBcc: b" } }', 'spec.smtp.headers.X-A: must be one line.'],
  ['type: telex', 'spec.type: unknown connection type "telex".'],
  ['type: http\nurll: a', 'spec.urll: unknown field (did you mean "url"?).'],
])('rejects %j', (spec, reason) => {
  expect(readError(spec)).toContain(reason)
})

test('reads fields by the names of the columns and properties where they are stored', () => {
  expect(read('discord: { username: id, password: t }')).toEqual(read('discord: { webhookID: id, token: t }'))
  expect(read('azure: { username: c, password: s, tenant: t }')).toEqual(
    read('azure: { clientID: c, clientSecret: s, tenantID: t }'),
  )
  expect(read('http: { url: a, insecure_tls: true }')).toEqual(read('http: { url: a, insecureTLS: true }'))
})

test('reads spec.type with the columns of a row, or with sources', () => {
  const stored = { ...empty, properties: null, insecure_tls: null }
  expect(read('type: http\nurl: https://a.example\npassword: pw')).toEqual({
    row: { ...stored, type: 'http', url: 'https://a.example', password: 'pw' },
  })
  expect(
    read(
      'type: opensearch\nurl: { value: $(password) }\npassword: { valueFrom: { secretKeyRef: { name: o, key: url } } }',
    ),
  ).toEqual({ row: { ...stored, type: 'opensearch', url: '$(password)', password: 'secret://o/url' } })
  expect(read('type: smtp\nurl: smtp://a\nport: 25')).toEqual({
    row: { ...stored, type: 'email', url: 'smtp://a', properties: { port: '25' } },
  })
})

test('the writer keeps the columns of a row that no block expresses', () => {
  const row = { type: 'slack', url: 'slack://elsewhere', certificate: 'pem' }
  expect(writeConnectionSpec(row)).toEqual(row)
  expect(writeConnectionSpec({ type: 'http', url: 'https://a', properties: { custom: 'x' } })).toEqual({
    http: { url: { value: 'https://a' } },
    properties: { custom: 'x' },
  })
})
