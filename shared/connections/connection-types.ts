import {
  unstoredField,
  choice,
  insecureTls,
  needed,
  neededSecret,
  port,
  secret,
  text,
  type ConnectionField,
} from './connection-field.ts'
import {
  notificationAddress,
  webhookAddress,
  webhookUrl,
  type FieldValues,
  type NotificationType,
} from './notification-address.ts'

type ConnectionGroup = 'Databases' | 'Cloud' | 'Storage' | 'Code' | 'Observability' | 'AI' | 'Systems' | 'Notifications'

export interface ConnectionType {
  readonly type: string
  readonly title: string
  readonly group: ConnectionGroup
  readonly fields: readonly ConnectionField[]
  readonly address?: (values: FieldValues) => string
  readonly readAddress?: (url: string) => FieldValues
}

const url = needed('url', 'URL')
const username = neededSecret('username', 'Username')
const password = neededSecret('password', 'Password')
const anyUsername = secret('username', 'Username')
const anyPassword = secret('password', 'Password')
const apiKey = neededSecret('password', 'API key')
const accessToken = neededSecret('password', 'Personal access token')
const model = secret('model', 'Model')
const database = (example: string): readonly ConnectionField[] => [
  needed('url', 'URL', {
    placeholder: example,
    help: 'The backend inserts $(username) and $(password), so the address needs no secret.',
  }),
  username,
  password,
]
const aws = [
  text('region', 'Region', { placeholder: 'eu-central-1' }),
  text('profile', 'Profile'),
  secret('username', 'Access key'),
  secret('password', 'Secret key'),
  text('url', 'Endpoint', {
    placeholder: 'https://minio.example.com',
    help: 'Leave empty for AWS. S3-compatible services need their own address.',
  }),
]
const certificate = (label: string) => neededSecret('certificate', label, { input: 'document' })

const type = (
  group: ConnectionGroup,
  name: string,
  title: string,
  fields: readonly ConnectionField[],
  address: Pick<ConnectionType, 'address' | 'readAddress'> = {},
): ConnectionType => ({ type: name, title, group, fields, ...address })

const notification = (name: NotificationType, title: string, fields: readonly ConnectionField[]): ConnectionType =>
  type('Notifications', name, title, fields, { address: notificationAddress[name] })

/** The single source of storage paths, requirements and initial values (contract section 6). */
export const connectionTypes: readonly ConnectionType[] = [
  type('Databases', 'postgres', 'PostgreSQL', database('postgres://$(username):$(password)@host:5432/database')),
  type('Databases', 'mysql', 'MySQL', database('mysql://$(username):$(password)@host:3306/database')),
  type(
    'Databases',
    'sql_server',
    'SQL Server',
    database('sqlserver://$(username):$(password)@host:1433?database=name'),
  ),
  type('Databases', 'mongo', 'MongoDB', [...database('mongodb://$(username):$(password)@host:27017'), insecureTls]),
  type('Databases', 'redis', 'Redis', [
    needed('url', 'URL', { placeholder: 'host:6379' }),
    needed('db', 'Database', { initial: '0' }),
    anyUsername,
    anyPassword,
    insecureTls,
  ]),
  type('Databases', 'elasticsearch', 'Elasticsearch', [url, username, password, insecureTls]),

  type('Cloud', 'aws', 'AWS', [...aws, insecureTls]),
  type('Cloud', 'azure', 'Azure', [
    needed('username', 'Client ID'),
    neededSecret('password', 'Client secret'),
    needed('tenant', 'Tenant'),
  ]),
  type('Cloud', 'google_cloud', 'Google Cloud', [needed('url', 'Endpoint'), certificate('Service account')]),
  type('Cloud', 'kubernetes', 'Kubernetes', [
    secret('certificate', 'Kubeconfig', {
      input: 'document',
      help: 'Leave empty for the cluster of the backend.',
    }),
  ]),

  type('Storage', 's3', 'S3', [needed('bucket', 'Bucket'), ...aws, insecureTls]),
  type('Storage', 'gcs', 'GCS', [needed('url', 'Endpoint'), text('bucket', 'Bucket'), certificate('Service account')]),
  type('Storage', 'folder', 'Folder', [needed('path', 'Path')]),
  type('Storage', 'sftp', 'SFTP', [needed('url', 'Host'), port('22'), username, password]),
  type('Storage', 'smb', 'SMB', [
    needed('url', 'Server'),
    port('445'),
    needed('sharename', 'Share'),
    text('domain', 'Domain'),
    text('username', 'Username'),
    anyPassword,
  ]),
  type('Storage', 'restic', 'Restic', [
    needed('url', 'Repository URL'),
    password,
    needed('awsConnection', 'AWS connection'),
    neededSecret('accessKey', 'Access key'),
    neededSecret('secretKey', 'Secret key'),
  ]),

  type('Code', 'git', 'Git', [
    url,
    unstoredField('authentication', 'Authentication', {
      input: 'choice',
      options: ['Basic', 'SSH'],
      initial: 'Basic',
      isRequired: true,
    }),
    secret('username', 'Username', { when: { name: 'authentication', is: 'Basic' } }),
    secret('password', 'Password', { when: { name: 'authentication', is: 'Basic' } }),
    secret('certificate', 'SSH key', { input: 'document', when: { name: 'authentication', is: 'SSH' } }),
    text('knownHosts', 'Known hosts', {
      help: 'The output of ssh-keyscan for the host. Steps, checks and scrapers reject any other host key.',
      when: { name: 'authentication', is: 'SSH' },
    }),
    needed('ref', 'Branch or ref', { initial: 'main' }),
  ]),
  type('Code', 'github', 'GitHub', [accessToken]),
  type('Code', 'gitlab', 'GitLab', [accessToken]),
  type('Code', 'azure_devops', 'Azure DevOps', [needed('username', 'Organization'), accessToken]),

  type('Observability', 'prometheus', 'Prometheus', [url, anyUsername, anyPassword, insecureTls]),
  type('Observability', 'dynatrace', 'Dynatrace', [
    needed('url', 'Host'),
    choice('scheme', 'Scheme', ['https', 'http'], 'https'),
    apiKey,
  ]),
  type('Observability', 'jmeter', 'JMeter', [needed('url', 'Host'), port('', { isRequired: false })]),

  type('AI', 'anthropic', 'Anthropic', [
    apiKey,
    text('model', 'Model'),
    secret('url', 'Base URL', { placeholder: 'https://api.anthropic.com' }),
  ]),
  type('AI', 'openai', 'OpenAI', [apiKey, model, text('url', 'URL', { placeholder: 'https://api.openai.com/v1' })]),
  type('AI', 'ollama', 'Ollama', [needed('url', 'URL', { placeholder: 'http://host:11434' }), model, apiKey]),

  type('Systems', 'http', 'HTTP', [url, anyUsername, anyPassword, insecureTls]),
  type('Systems', 'ldap', 'LDAP', [
    needed('url', 'URL', { placeholder: 'ldaps://host:636' }),
    username,
    password,
    insecureTls,
  ]),
  type('Systems', 'windows', 'Windows', [username, password, text('domain', 'Domain')]),

  notification('discord', 'Discord', [needed('username', 'Webhook ID'), neededSecret('password', 'Token')]),
  notification('email', 'Email', [
    needed('host', 'Host'),
    port('587'),
    anyUsername,
    anyPassword,
    needed('from', 'From address'),
    needed('fromName', 'From name'),
    choice('encryptionMethod', 'Encryption', ['None', 'ExplicitTLS', 'ImplicitTLS', 'Auto'], 'Auto'),
    choice('authMethod', 'Authentication', ['None', 'Plain', 'CRAMMD5', 'Unknown', 'OAuth2'], 'Unknown'),
    insecureTls,
  ]),
  type(
    'Notifications',
    'generic_webhook',
    'Generic webhook',
    [
      unstoredField('webhook', 'URL', { isRequired: true, placeholder: 'https://host/path' }),
      choice('requestMethod', 'Method', ['POST', 'GET'], 'POST'),
      needed('contentType', 'Content type', { initial: 'application/json' }),
      needed('key', 'Message key', { initial: 'message' }),
      needed('titleKey', 'Title key', { initial: 'title' }),
      insecureTls,
    ],
    { address: webhookAddress, readAddress: (address) => ({ webhook: webhookUrl(address) }) },
  ),
  notification('google_chat', 'Google Chat', [
    needed('webhook', 'Space', { help: 'The part after spaces/ in the webhook’s address.' }),
    neededSecret('username', 'Key'),
    neededSecret('password', 'Token'),
  ]),
  notification('ifttt', 'IFTTT', [needed('username', 'Webhook ID')]),
  notification('matrix', 'Matrix', [needed('host', 'Host'), text('username', 'User'), password, insecureTls]),
  notification('mattermost', 'Mattermost', [
    needed('host', 'Host', { placeholder: 'host:443' }),
    neededSecret('password', 'Token'),
    text('username', 'Username'),
    text('channel', 'Channel'),
  ]),
  notification('ntfy', 'Ntfy', [
    needed('host', 'Host', { initial: 'ntfy.sh' }),
    needed('topic', 'Topic'),
    text('username', 'Username'),
    anyPassword,
    insecureTls,
  ]),
  notification('opsgenie', 'OpsGenie', [needed('host', 'Host', { initial: 'api.opsgenie.com' }), port('443'), apiKey]),
  notification('pushbullet', 'Pushbullet', [neededSecret('password', 'Token'), needed('targets', 'Targets')]),
  notification('pushover', 'Pushover', [needed('username', 'User key'), neededSecret('password', 'Token')]),
  notification('rocketchat', 'Rocket.Chat', [
    needed('host', 'Host'),
    port(''),
    text('user', 'User'),
    neededSecret('username', 'Token A'),
    neededSecret('password', 'Token B'),
    needed('channel', 'Channel'),
  ]),
  notification('slack', 'Slack', [
    needed('username', 'Channel', { placeholder: 'C0123456789' }),
    neededSecret('password', 'Bot token'),
    text('BotName', 'Bot name'),
  ]),
  notification('teams', 'Teams', [
    needed('host', 'Host', { initial: 'outlook.office.com' }),
    text('group', 'Group'),
    needed('tenant', 'Tenant'),
    needed('altID', 'Alternative ID'),
    needed('groupOwner', 'Group owner'),
  ]),
  notification('telegram', 'Telegram', [
    neededSecret('password', 'Token'),
    needed('username', 'Chats', { help: 'Comma-separated chat IDs or names.' }),
  ]),
  notification('zulip_chat', 'Zulip', [
    needed('host', 'Host'),
    needed('username', 'Bot email'),
    neededSecret('password', 'Bot key'),
  ]),
]

export const findConnectionType = (name: string): ConnectionType | undefined =>
  connectionTypes.find((each) => each.type === name)

export const connectionTypeTitle = (type: string): string => findConnectionType(type)?.title ?? type
