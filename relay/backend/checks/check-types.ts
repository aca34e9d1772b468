import type { CheckKinds } from './canary-spec.ts'
import { toCheckKinds } from './check-kind.ts'
import { alertmanager } from './types/alertmanager.ts'
import { awsConfig } from './types/aws/aws-config.ts'
import { awsConfigRule } from './types/aws/aws-config-rule.ts'
import { cloudwatch } from './types/aws/cloudwatch.ts'
import { ec2 } from './types/aws/ec2.ts'
import { s3 } from './types/aws/s3.ts'
import { azureDevops } from './types/azure-devops.ts'
import { catalog } from './types/catalog.ts'
import { databaseBackup } from './types/database-backup.ts'
import { dns } from './types/dns.ts'
import { dynatrace } from './types/dynatrace.ts'
import { elasticsearch, opensearch } from './types/elasticsearch.ts'
import { exec } from './types/exec.ts'
import { folder } from './types/folder/folder.ts'
import { gitProtocol } from './types/git-protocol.ts'
import { helm } from './types/helm.ts'
import { http } from './types/http.ts'
import { icmp } from './types/icmp.ts'
import { containerd, containerdPush } from './types/images/containerd.ts'
import { docker, dockerPush } from './types/images/docker.ts'
import { junit } from './types/junit/junit.ts'
import { kubernetes } from './types/kubernetes/kubernetes.ts'
import { createKubernetesResource } from './types/kubernetes/kubernetes-resource.ts'
import { namespace } from './types/kubernetes/namespace.ts'
import { pod } from './types/kubernetes/pod.ts'
import { ldap } from './types/ldap.ts'
import { mongodb } from './types/mongodb.ts'
import { mssql } from './types/mssql.ts'
import { mysql } from './types/mysql.ts'
import { postgres } from './types/postgres.ts'
import { github } from './types/programs/github.ts'
import { jmeter } from './types/programs/jmeter.ts'
import { restic } from './types/programs/restic.ts'
import { prometheus } from './types/prometheus.ts'
import { pubsub } from './types/pubsub/pubsub.ts'
import { redis } from './types/redis.ts'
import { smtp } from './types/smtp.ts'
import { tcp } from './types/tcp.ts'
import { webhook } from './types/webhook.ts'

const singleKinds = [
  ...toCheckKinds(http),
  ...toCheckKinds(tcp),
  ...toCheckKinds(dns),
  ...toCheckKinds(icmp, 'ping'),
  ...toCheckKinds(exec),
  ...toCheckKinds(folder),
  ...toCheckKinds(postgres, 'postgresql'),
  ...toCheckKinds(mysql),
  ...toCheckKinds(mssql),
  ...toCheckKinds(redis),
  ...toCheckKinds(mongodb, 'mongo'),
  ...toCheckKinds(elasticsearch),
  ...toCheckKinds(opensearch),
  ...toCheckKinds(prometheus),
  ...toCheckKinds(alertmanager, 'alertManager'),
  ...toCheckKinds(ldap),
  ...toCheckKinds(smtp, 'mail'),
  ...toCheckKinds(gitProtocol),
  ...toCheckKinds(catalog, 'configDB'),
  ...toCheckKinds(kubernetes),
  ...toCheckKinds(pod),
  ...toCheckKinds(namespace),
  ...toCheckKinds(junit),
  ...toCheckKinds(s3),
  ...toCheckKinds(awsConfig),
  ...toCheckKinds(awsConfigRule),
  ...toCheckKinds(cloudwatch),
  ...toCheckKinds(ec2),
  ...toCheckKinds(azureDevops),
  ...toCheckKinds(dynatrace),
  ...toCheckKinds(databaseBackup),
  ...toCheckKinds(github),
  ...toCheckKinds(restic),
  ...toCheckKinds(jmeter),
  ...toCheckKinds(helm),
  ...toCheckKinds(docker, 'dockerPull'),
  ...toCheckKinds(dockerPush),
  ...toCheckKinds(containerd, 'containerdPull'),
  ...toCheckKinds(containerdPush),
  ...toCheckKinds(pubsub),
]

export const checkKinds: CheckKinds = {
  here: [...singleKinds, ...toCheckKinds(createKubernetesResource(singleKinds)), ...toCheckKinds(webhook)],
}
