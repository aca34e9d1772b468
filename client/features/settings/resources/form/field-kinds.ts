import { isMap } from '#shared/primitives/is-map.ts'
import { fieldsAt, schemasAt, valuesAt, type JsonSchema } from '#client/ui/editor/schema-fields.ts'

export type FieldKind =
  | 'line'
  | 'text'
  | 'number'
  | 'choice'
  | 'switch'
  | 'words'
  | 'codes'
  | 'source'
  | 'sources'
  | 'expression'
  | 'body'
  | 'remote'

export interface FieldRule {
  readonly kind?: FieldKind
  readonly label?: string
  readonly options?: readonly string[]
  readonly initial?: string
  readonly help?: string
  readonly min?: number
}

const amount = { kind: 'number', min: 0 } as const

export const fieldRules: Readonly<Record<string, FieldRule>> = {
  url: { kind: 'line', label: 'URL' },
  method: { kind: 'choice', options: ['GET', 'POST', 'PUT', 'DELETE'], initial: 'GET' },
  headers: { kind: 'sources' },
  env: { kind: 'sources', label: 'Variables' },
  username: { kind: 'source' },
  password: { kind: 'source' },
  digest: { kind: 'switch', label: 'Digest authentication' },
  ntlm: { kind: 'switch', label: 'NTLM authentication' },
  kubeconfig: { kind: 'source' },
  personalAccessToken: { kind: 'source' },
  accessKey: { kind: 'source' },
  secretKey: { kind: 'source' },
  responseCodes: { kind: 'codes', help: 'Any 2xx code if none is selected' },
  body: { kind: 'body' },
  healthExpr: {
    kind: 'text',
    label: 'Health expression',
    help: 'CEL expression that returns healthy, warning, unhealthy or unknown',
  },
  statusExpr: { kind: 'text', label: 'Status expression', help: 'CEL expression that returns a string' },
  order: { kind: 'number', help: 'Sort order within the same health' },
  test: { kind: 'expression' },
  display: { kind: 'expression' },
  transform: { kind: 'expression' },
  script: { kind: 'text' },
  spec: { kind: 'text', label: 'Pod', help: 'YAML of the pod that is started and deleted' },
  'folder.path': { kind: 'line', help: 'In a bucket, s3://bucket/folder or gcs://bucket/folder' },
  'webhook.token': {
    kind: 'source',
    label: 'Token',
    help: 'Post results to /api/canary/webhook/<name of the check>, with the token in the header Webhook-Token',
  },
  testResults: { kind: 'line', label: 'Report folder', help: 'Absolute path in the container of the tests' },
  podSpec: { kind: 'text', label: 'Pod', help: 'YAML of the pod that is started in the new namespace' },
  jmx: { label: 'Test plan', help: 'A JMX document' },
  'selector.0.types': { kind: 'words', label: 'Types', help: 'One per line, for example Kubernetes::Deployment' },
  'selector.0.name': { kind: 'line', label: 'Item name' },
  'selector.0.health': { kind: 'line', label: 'Health' },
  'selector.0.labelSelector': { kind: 'line', label: 'Label selector' },
  'selector.0.search': { kind: 'line', label: 'Search' },
  'resource.name': { kind: 'line', label: 'Object name' },
  'resource.namespace': { kind: 'line', label: 'Namespace' },
  'resource.labelSelector': { kind: 'line', label: 'Label selector' },
  'resources.0.apiVersion': { kind: 'line', label: 'API version' },
  'resources.0.kind': { kind: 'line', label: 'Kind', help: 'Created and deleted. Other objects and checks as code' },
  'resources.0.metadata.name': { kind: 'line', label: 'Object name' },
  'waitFor.expr': {
    kind: 'line',
    label: 'Wait for',
    help: 'CEL expression over resources. By default, until all are ready',
  },
  'gcp.project': { kind: 'line', label: 'Project' },
  'gcp.instance': { kind: 'line', label: 'Instance' },
  'gcp.gcpConnection.connection': { kind: 'line', label: 'Connection' },
  'auth.username': { kind: 'source', label: 'Username' },
  'auth.password': { kind: 'source', label: 'Password' },
  chartmuseum: { kind: 'line', label: 'Repository address' },
  query: { kind: 'text' },
  thresholdMillis: { ...amount, help: 'Milliseconds' },
  maxSSLExpiry: { ...amount, label: 'Max SSL expiry', help: 'Days left before the check fails' },
  packetCount: amount,
  packetLossThreshold: { ...amount, help: 'Percent' },
  results: { ...amount, label: 'Expected results' },
  minCount: amount,
  maxCount: amount,
  db: { ...amount, label: 'Database', initial: '0' },
  maxInflight: { ...amount, label: 'Max in flight', initial: '64' },
  connectionKind: { kind: 'remote', label: 'Connection' },
  paths: { kind: 'words' },
  ignore: { kind: 'words' },
  createFields: { kind: 'words' },
  deleteFields: { kind: 'words' },
  'aws.region': { kind: 'words' },
  images: { kind: 'words', help: 'One per line. Images, folders, reports or a cluster are required' },
  folders: { kind: 'words' },
  reports: { kind: 'words', help: 'Paths of existing reports, one per line' },
  scanners: { kind: 'words' },
  severity: { kind: 'words' },
  vulnType: { kind: 'words', label: 'Vulnerability types' },
  ignoredLicenses: { kind: 'words' },
  'kubernetes.components': { kind: 'words', label: 'Cluster components' },
  'kubernetes.context': { label: 'Cluster context' },
  'kubernetes.namespace': { label: 'Cluster namespace' },
  'files.0.path': { kind: 'words', label: 'File paths' },
  'files.0.format': { kind: 'choice', label: 'File format', options: ['yaml', 'json'], initial: 'yaml' },
  'selector.kind': {
    kind: 'line',
    label: 'Pod owner kind',
    help: 'Files in pods of a Deployment or StatefulSet, for example',
  },
  'selector.name': { kind: 'line', label: 'Pod owner name' },
  'selector.namespace': { kind: 'line', label: 'Pod namespace' },
  'selector.labelSelector': { kind: 'line', label: 'Label selector' },
  'selector.fieldSelector': { kind: 'line', label: 'Field selector' },
  alerts: { kind: 'words' },
  exactreply: { kind: 'words', label: 'Exact reply', help: 'All expected records, one per line' },
  minrecords: { ...amount, label: 'Minimum records' },
  querytype: { label: 'Query type', initial: 'A' },
  bindDN: { label: 'Bind DN' },
  skipTLSVerify: { kind: 'switch', label: 'Skip TLS verification' },
  bearer: { kind: 'source', label: 'Bearer token' },
  compliance: { kind: 'switch', help: 'Insights for resources that violate AWS Config rules' },
  trusted_advisor_check: {
    kind: 'switch',
    label: 'Trusted Advisor',
    help: 'Insights for failing Trusted Advisor checks',
  },
  'state.local': {
    kind: 'words',
    label: 'State files',
    help: 'One per line. Files, a URL or a bucket, exactly one of them, is required',
  },
  'state.http.url': { kind: 'line', label: 'State URL' },
  'state.http.connection': { kind: 'line', label: 'State URL connection' },
  'state.s3.bucket': { kind: 'line', label: 'S3 bucket' },
  'state.s3.objectPath': { kind: 'line', label: 'S3 object path' },
  'state.s3.connection': { kind: 'line', label: 'S3 connection' },
  'state.gcs.bucket': { kind: 'line', label: 'GCS bucket' },
  'state.gcs.objectPath': { kind: 'line', label: 'GCS object path' },
  'state.gcs.connection': { kind: 'line', label: 'GCS connection' },
  commits: { ...amount, help: 'Latest commits that become changes' },
  socket: { initial: '/var/run/docker.sock' },
  'system.exclude': { kind: 'words', label: 'Excluded parts', help: 'One per line, for example packages' },
  'exclusions.name': { kind: 'words', label: 'Excluded names', help: 'One pattern per line' },
  'exclusions.kind': { kind: 'words', label: 'Excluded kinds', help: 'One pattern per line' },
  'exclusions.namespace': { kind: 'words', label: 'Excluded namespaces', help: 'One pattern per line' },
  workflows: { kind: 'words' },
  projects: { kind: 'words' },
  pipelines: { kind: 'words' },
}

const hasField = (schema: JsonSchema, name: string) =>
  isMap(schema.properties) && Object.hasOwn(schema.properties, name)

export const kindInSchema = (root: JsonSchema, path: readonly (string | number)[]): FieldKind => {
  const schemas = schemasAt(root, path)
  const isType = (type: string) => schemas.some((schema) => [schema.type].flat().includes(type))
  if (schemas.some((schema) => hasField(schema, 'expr') && hasField(schema, 'template')))
    return isType('string') ? 'line' : 'expression'
  if (schemas.some((schema) => hasField(schema, 'valueFrom'))) return 'source'
  const hasValues = valuesAt(root, path).length > 0
  if (hasValues && !isType('boolean')) return 'choice'
  if (isType('string')) return 'line'
  if (hasValues) return 'switch'
  if (isType('integer') || isType('number')) return 'number'
  if (!isType('array')) return 'line'
  return fieldsAt(root, [...path, 0]).some(({ name }) => name === 'valueFrom') ? 'sources' : 'words'
}

export const formatLabel = (name: string): string => {
  const spaced = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`
}
