import { block, insecure, login, needsUrl, type BlockOptions, type ConnectionBlock } from './connection-block.ts'
import { messageBlocks } from './message-blocks.ts'

const web = { url: 'url', ...login, ...insecure } as const
const server = { url: 'url', host: 'properties.host', port: 'properties.port', ...login, ...insecure } as const
const database = {
  ...server,
  database: 'properties.database',
  sslmode: 'properties.sslmode',
  trustServerCertificate: 'insecure_tls',
} as const
const methods = { ntlm: 'properties.ntlm', ntlmv2: 'properties.ntlmv2', digest: 'properties.digest' } as const
const bearer = { bearer: 'properties.bearer', token: 'properties.bearer' } as const
const aws = {
  region: 'properties.region',
  profile: 'properties.profile',
  accessKey: 'username',
  secretKey: 'password',
  sessionToken: 'properties.sessionToken',
  assumeRole: 'properties.assumeRole',
  endpoint: 'url',
  url: 'url',
  ...insecure,
} as const
const azure = {
  clientID: 'username',
  clientSecret: 'password',
  tenantID: 'properties.tenant',
  tenant: 'properties.tenant',
} as const
const gcp = {
  endpoint: 'url',
  url: 'url',
  certificate: 'certificate',
  credentials: 'certificate',
  project: 'properties.project',
  ...insecure,
} as const
const model = { apiKey: 'password', url: 'url', baseURL: 'url', model: 'properties.model' } as const
const repository = { personalAccessToken: 'password', token: 'password', url: 'url', username: 'username' } as const

const signIn = {
  needs: ['url'],
  headers: { field: 'headers', isList: true },
  nested: {
    oauth: {
      clientID: 'properties.clientID',
      clientSecret: 'properties.clientSecret',
      tokenURL: 'properties.tokenURL',
      scopes: 'properties.scopes',
      scope: 'properties.scopes',
      params: 'properties.params',
    },
    tls: {
      insecureSkipVerify: 'insecure_tls',
      ca: 'properties.ca',
      cert: 'properties.cert',
      key: 'properties.key',
      handshakeTimeout: 'properties.handshakeTimeout',
    },
    awsSigV4: {
      region: 'properties.awsRegion',
      service: 'properties.awsService',
      accessKey: 'properties.awsAccessKey',
      secretKey: 'properties.awsSecretKey',
      sessionToken: 'properties.awsSessionToken',
      assumeRole: 'properties.awsAssumeRole',
    },
  },
} as const
const needsServer = (scheme: string, port: string, databaseIn: 'path' | 'query' | null = 'path'): BlockOptions => ({
  needs: ['url', 'host'],
  server: { scheme, port, databaseIn },
})

const systems: readonly ConnectionBlock[] = [
  block('http', ['http', 'https'], { ...web, ...bearer, ...methods }, signIn),
  block('postgres', ['postgres', 'postgresql'], database, needsServer('postgres', '5432')),
  block('mysql', ['mysql', 'mariadb'], database, needsServer('mysql', '3306')),
  block('sql_server', ['mssql', 'sqlServer'], database, needsServer('sqlserver', '1433', 'query')),
  block(
    'mongo',
    ['mongo', 'mongodb'],
    { ...database, replicaSet: 'properties.replicaSet' },
    needsServer('mongodb', '27017'),
  ),
  block(
    'redis',
    ['redis'],
    { ...server, db: 'properties.db', database: 'properties.db', addr: 'url' },
    { needs: ['url', 'addr', 'host'], server: { scheme: '', port: '6379', databaseIn: null } },
  ),
  block('elasticsearch', ['elasticsearch', 'elastic'], { ...web, index: 'properties.index' }, needsUrl),
  block(
    'opensearch',
    ['opensearch'],
    {
      ...web,
      urls: 'url',
      index: 'properties.index',
      ...methods,
    },
    { needs: ['url', 'urls'] },
  ),
  block('prometheus', ['prometheus'], { ...web, ...bearer, ...methods }, signIn),
  block('loki', ['loki'], { ...web, ...bearer }, signIn),
  block('ldap', ['ldap'], { ...server, ...web }, needsServer('ldap', '389', null)),
  block('windows', ['windows'], { ...login, domain: 'properties.domain' }),
  block('kubernetes', ['kubernetes', 'k8s'], {
    kubeconfig: 'certificate',
    certificate: 'certificate',
    context: 'properties.context',
  }),
  block(
    'dynatrace',
    ['dynatrace'],
    { host: 'url', url: 'url', apiKey: 'password', scheme: 'properties.scheme' },
    { needs: ['host', 'url'] },
  ),
  block('jmeter', ['jmeter'], { host: 'url', url: 'url', port: 'properties.port' }, { needs: ['host', 'url'] }),
]

const clouds: readonly ConnectionBlock[] = [
  block('aws', ['aws'], aws),
  block(
    's3',
    ['s3', 'awsS3'],
    {
      bucket: 'properties.bucket',
      objectPath: 'properties.objectPath',
      usePathStyle: 'properties.usePathStyle',
      ...aws,
    },
    { needs: ['bucket'] },
  ),
  block('aws_kms', ['awsKMS'], { keyID: 'properties.keyID', ...aws }, { needs: ['keyID'] }),
  block('azure', ['azure'], azure),
  block('azure_key_vault', ['azureKeyVault'], { keyID: 'properties.keyID', ...azure }, { needs: ['keyID'] }),
  block('azure_devops', ['azureDevops'], { organization: 'username', ...repository }),
  block('google_cloud', ['gcp', 'googleCloud'], gcp),
  block('gcs', ['gcs'], { bucket: 'properties.bucket', ...gcp }),
  block('gcp_kms', ['gcpKMS'], { keyID: 'properties.keyID', ...gcp }, { needs: ['keyID'] }),
  block('folder', ['folder'], { path: 'properties.path' }, { needs: ['path'] }),
  block(
    'sftp',
    ['sftp'],
    {
      host: 'url',
      url: 'url',
      port: 'properties.port',
      ...login,
      certificate: 'certificate',
      privateKey: 'certificate',
      path: 'properties.path',
    },
    { needs: ['host', 'url'] },
  ),
  block(
    'smb',
    ['smb'],
    {
      server: 'url',
      host: 'url',
      url: 'url',
      port: 'properties.port',
      ...login,
      domain: 'properties.domain',
      sharename: 'properties.sharename',
      share: 'properties.sharename',
      workstation: 'properties.workstation',
      searchPath: 'properties.searchPath',
    },
    { needs: ['server', 'host', 'url'] },
  ),
  block(
    'restic',
    ['restic'],
    {
      repository: 'url',
      url: 'url',
      password: 'password',
      awsConnection: 'properties.awsConnection',
      awsConnectionName: 'properties.awsConnection',
      accessKey: 'properties.accessKey',
      secretKey: 'properties.secretKey',
    },
    { needs: ['repository', 'url'] },
  ),
  block(
    'git',
    ['git'],
    {
      url: 'url',
      ...login,
      token: 'password',
      personalAccessToken: 'password',
      certificate: 'certificate',
      privateKey: 'certificate',
      knownHosts: 'properties.knownHosts',
      ...insecure,
      ref: 'properties.ref',
      branch: 'properties.ref',
      depth: 'properties.depth',
      type: 'properties.type',
    },
    needsUrl,
  ),
  block('github', ['github'], repository),
  block('gitlab', ['gitlab'], repository),
  block('openai', ['openai'], model),
  block('anthropic', ['anthropic'], model),
  block('ollama', ['ollama'], model, needsUrl),
  block('gemini', ['gemini'], model),
]

export const connectionBlocks: readonly ConnectionBlock[] = [...systems, ...clouds, ...messageBlocks]

/** Published types of connections that have no use here. */
export const unavailableBlocks: Readonly<Record<string, string>> = {
  facet: 'reports are rendered without the Facet service; delete the connection',
}

export const toPlainKey = (key: string): string => key.toLowerCase().replaceAll(/[-_]/g, '')

export const findBlock = (key: string): ConnectionBlock | undefined =>
  connectionBlocks.find(({ type, keys }) => [type, ...keys].some((each) => toPlainKey(each) === toPlainKey(key)))
