export interface SpecType {
  readonly label: string
  /** Key of the list in the spec; null when the whole spec is written as code. */
  readonly key: string | null
  /** Space-separated names, required ones with `*`; undefined when entries are written as code. */
  readonly fields?: string
  readonly isNested?: boolean
}

const judged = 'test display transform'
const login = 'connection username password'
const mapped = 'type id name items format'
const cluster = 'connection kubeconfig'
const podRequest =
  'port path expectedContent expectedHttpStatuses readyTimeout httpTimeout ingressHost ingressName ingressClass ingressTimeout'
const amazon = 'connection accessKey secretKey assumeRole region endpoint'

export const checkTypes: readonly SpecType[] = [
  {
    label: 'HTTP',
    key: 'http',
    fields: `name* description icon url* method headers username password digest ntlm responseCodes thresholdMillis responseContent maxSSLExpiry body ${judged}`,
  },
  { label: 'Exec', key: 'exec', fields: `name* description icon script* env ${judged}` },
  {
    label: 'Alert Manager',
    key: 'alertmanager',
    fields: `name* description icon url* username password connection alerts ignore ${judged}`,
  },
  {
    label: 'Elasticsearch',
    key: 'elasticsearch',
    fields: `name* description icon url* index* query* results username password ${judged}`,
  },
  { label: 'Redis', key: 'redis', fields: `name* description icon addr* db username password ${judged}` },
  {
    label: 'Mongo DB',
    key: 'mongodb',
    fields: `name* description icon url* connection username password ${judged}`,
  },
  {
    label: 'ICMP Ping',
    key: 'icmp',
    fields: 'name* description icon endpoint* packetCount packetLossThreshold thresholdMillis',
  },
  {
    label: 'Folder',
    key: 'folder',
    fields: `name* description icon path* connectionKind minAge maxAge minCount maxCount minSize maxSize availableSize totalSize ${judged}`,
  },
  { label: 'TCP', key: 'tcp', fields: `name* description icon endpoint* thresholdMillis ${judged}` },
  {
    label: 'DNS',
    key: 'dns',
    fields: `name* description icon query* querytype server port minrecords exactreply thresholdMillis ${judged}`,
  },
  ...(
    [
      ['Postgres', 'postgres'],
      ['MySQL', 'mysql'],
      ['SQL Server', 'mssql'],
    ] as const
  ).map(([label, key]) => ({ label, key, fields: `name* description icon url* ${login} query results ${judged}` })),
  {
    label: 'LDAP',
    key: 'ldap',
    fields: `name* description icon url* ${login} bindDN* userSearch skipTLSVerify ${judged}`,
  },
  { label: 'Prometheus', key: 'prometheus', fields: `name* description icon url* ${login} bearer query* ${judged}` },
  {
    label: 'Mail Server',
    key: 'smtp',
    fields: `name* description icon host* port ${login} skipTLSVerify thresholdMillis ${judged}`,
  },
  { label: 'Git', key: 'gitProtocol', fields: `name* description icon repository* filename ${login} ${judged}` },
  {
    label: 'OpenSearch',
    key: 'opensearch',
    fields: `name* description icon url* index* query* results ${login} ${judged}`,
  },
  {
    label: 'Kubernetes',
    key: 'kubernetes',
    fields: `name* description icon ${cluster} kind* apiVersion resource.name resource.namespace resource.labelSelector ignore healthy ready ${judged}`,
  },
  {
    label: 'Kubernetes Namespace',
    key: 'namespace',
    fields: `name* description icon ${cluster} podSpec* namespaceNamePrefix ${podRequest} ${judged}`,
  },
  {
    label: 'Kubernetes Pod',
    key: 'pod',
    fields: `name* description icon ${cluster} spec* ${podRequest} ${judged}`,
  },
  {
    label: 'Kubernetes Resource',
    key: 'kubernetesResource',
    fields: `name* description icon ${cluster} resources.0.apiVersion* resources.0.kind* resources.0.metadata.name* clearResources waitFor.expr ${judged}`,
  },
  {
    label: 'JUnit',
    key: 'junit',
    fields: `name* description icon ${cluster} spec* testResults* ${judged}`,
  },
  {
    label: 'JMeter',
    key: 'jmeter',
    fields: `name* description icon jmx* host port properties systemProperties responseDuration ${judged}`,
  },
  {
    label: 'S3',
    key: 's3',
    fields: `name* description icon ${amazon} bucketName* objectPath usePathStyle ${judged}`,
  },
  {
    label: 'AWS Config',
    key: 'awsConfig',
    fields: `name* description icon ${amazon} query* aggregatorName ${judged}`,
  },
  {
    label: 'AWS Config Rule',
    key: 'awsConfigRule',
    fields: `name* description icon ${amazon} rules ignoreRules complianceTypes ${judged}`,
  },
  {
    label: 'CloudWatch',
    key: 'cloudwatch',
    fields: `name* description icon ${amazon} alarms alarmPrefix actionPrefix state ${judged}`,
  },
  {
    label: 'Azure DevOps',
    key: 'azureDevops',
    fields: `name* description icon connection organization* personalAccessToken project* pipeline* branch thresholdMillis ${judged}`,
  },
  { label: 'GitHub', key: 'github', fields: `name* description icon connection githubToken query* ${judged}` },
  {
    label: 'Dynatrace',
    key: 'dynatrace',
    fields: `name* description icon connection host* scheme apiKey ${judged}`,
  },
  {
    label: 'Mission Control Catalog',
    key: 'catalog',
    fields: `name* description icon selector.0.types* selector.0.name selector.0.health selector.0.labelSelector selector.0.search ${judged}`,
  },
  {
    label: 'Cloud SQL Backup',
    key: 'databaseBackup',
    fields: `name* description icon gcp.project* gcp.instance* gcp.gcpConnection.connection maxAge ${judged}`,
  },
  {
    label: 'Restic Backup',
    key: 'restic',
    fields: `name* description icon connection repository* password maxAge* checkIntegrity awsConnectionName accessKey secretKey ${judged}`,
  },
  {
    label: 'Helm Repository',
    key: 'helm',
    fields: `name* description icon chartmuseum* project auth.username auth.password ${judged}`,
  },
  {
    label: 'Docker Pull',
    key: 'docker',
    fields: `name* description icon image* ${login} expectedDigest expectedSize host ${judged}`,
  },
  { label: 'Docker Push', key: 'dockerPush', fields: `name* description icon image* ${login} host ${judged}` },
  {
    label: 'containerd Pull',
    key: 'containerd',
    fields: `name* description icon image* ${login} expectedDigest expectedSize address namespaceName ${judged}`,
  },
  {
    label: 'containerd Push',
    key: 'containerdPush',
    fields: `name* description icon image* ${login} address namespaceName ${judged}`,
  },
  {
    label: 'EC2',
    key: 'ec2',
    fields: `name* description icon ${amazon} ami* instanceType securityGroup subnet userData ${judged}`,
  },
  {
    label: 'SQS Queue',
    key: 'pubsub',
    fields: `name* description icon sqs.queue* sqs.connection sqs.accessKey sqs.secretKey sqs.region sqs.waitTime ${judged}`,
  },
  { label: 'Webhook', key: 'webhook', fields: `name* description icon token* ${judged}` },
  { label: 'Custom', key: null },
]

export const scraperTypes: readonly SpecType[] = [
  {
    label: 'Kubernetes',
    key: 'kubernetes',
    fields:
      'clusterName* kubeconfig namespace scope since selector fieldSelector maxInflight exclusions.name exclusions.kind exclusions.namespace',
  },
  { label: 'Azure', key: 'azure', fields: 'connection* subscriptionID* createFields deleteFields' },
  {
    label: 'Kubernetes File',
    key: 'kubernetesFile',
    fields: `type* id* files.0.path* files.0.format ${cluster} selector.kind selector.namespace selector.name selector.labelSelector selector.fieldSelector container format name`,
  },
  { label: 'SQL', key: 'sql', fields: `type* id* connection* query* driver name items format timestampFormat` },
  {
    label: 'Trivy',
    key: 'trivy',
    fields:
      'images* folders reports kubernetes.namespace kubernetes.context kubernetes.components scanners severity vulnType compliance ignoredLicenses ignoreUnfixed licenseFull version timeout name',
  },
  {
    label: 'AWS',
    key: 'aws',
    fields:
      'region connection accessKey secretKey endpoint assumeRole include exclude compliance trusted_advisor_check name',
  },
  { label: 'File', key: 'file', fields: `paths* ${mapped} icon ignore` },
  {
    label: 'GitHub',
    key: 'github',
    fields: 'name repositories.0.owner* repositories.0.repo* personalAccessToken connection security openssf',
  },
  {
    label: 'Github Actions',
    key: 'githubActions',
    fields: 'owner* repository* personalAccessToken workflows name connection',
  },
  {
    label: 'HTTP',
    key: 'http',
    fields: `url* type* id* name items format method headers body username password digest ntlm icon`,
  },
  {
    label: 'Azure DevOps',
    key: 'azureDevops',
    fields: 'organization* connection personalAccessToken projects pipelines name',
  },
  { label: 'Google Cloud', key: 'gcp', fields: 'project* connection credentials include exclude' },
  { label: 'Slack', key: 'slack', fields: 'token channels connection since' },
  {
    label: 'Pub/Sub',
    key: 'pubsub',
    fields: 'type* id* pubsub.project_id* pubsub.subscription* pubsub.credentials pubsub.connection maxMessages name',
  },
  {
    label: 'ClickHouse',
    key: 'clickhouse',
    fields: 'type* id* query* clickhouseURL connection username password name',
  },
  {
    label: 'Logs',
    key: 'logs',
    fields: 'type* id* loki.url* loki.query* loki.start loki.limit loki.connection loki.username loki.password name',
  },
  { label: 'Git', key: 'git', fields: 'url* connection commits name' },
  {
    label: 'Terraform',
    key: 'terraform',
    fields:
      'state.local* state.http.url state.http.connection state.s3.bucket state.s3.objectPath state.s3.connection state.gcs.bucket state.gcs.objectPath state.gcs.connection name',
  },
  { label: 'Exec', key: 'exec', fields: `script* ${mapped} env` },
  { label: 'Docker', key: 'docker', fields: 'name socket' },
  { label: 'System', key: 'system', fields: 'name exclude' },
  { label: 'Custom', key: null },
]

export const topologyTypes: readonly SpecType[] = [
  {
    label: 'Component',
    key: 'components',
    isNested: true,
    fields: 'name* type icon namespace owner text order hidden healthExpr statusExpr',
  },
]
