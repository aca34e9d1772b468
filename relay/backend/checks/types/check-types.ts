import type { CheckKinds } from '#relay/backend/checks/spec/canary-spec.ts'
import { toCheckKinds } from '#relay/backend/checks/spec/check-kind.ts'
import { alertmanager } from './alertmanager.ts'
import { awsConfig } from './aws/aws-config.ts'
import { awsConfigRule } from './aws/aws-config-rule.ts'
import { cloudwatch } from './aws/cloudwatch.ts'
import { ec2 } from './aws/ec2.ts'
import { s3 } from './aws/s3.ts'
import { azureDevops } from './azure-devops.ts'
import { catalog } from './catalog.ts'
import { databaseBackup } from './database-backup.ts'
import { dns } from './dns.ts'
import { dynatrace } from './dynatrace.ts'
import { elasticsearch, opensearch } from './elasticsearch.ts'
import { exec } from './exec.ts'
import { folder } from './folder/folder.ts'
import { gitProtocol } from './git-protocol.ts'
import { helm } from './helm.ts'
import { http } from './http.ts'
import { icmp } from './icmp.ts'
import { containerd, containerdPush } from './images/containerd.ts'
import { docker, dockerPush } from './images/docker.ts'
import { junit } from './junit/junit.ts'
import { kubernetes } from './kubernetes/kubernetes.ts'
import { createKubernetesResource } from './kubernetes/kubernetes-resource.ts'
import { namespace } from './kubernetes/namespace.ts'
import { pod } from './kubernetes/pod.ts'
import { ldap } from './ldap.ts'
import { mongodb } from './mongodb.ts'
import { mssql } from './mssql.ts'
import { mysql } from './mysql.ts'
import { postgres } from './postgres.ts'
import { github } from './programs/github.ts'
import { jmeter } from './programs/jmeter.ts'
import { restic } from './programs/restic.ts'
import { prometheus } from './prometheus.ts'
import { pubsub } from './pubsub.ts'
import { redis } from './redis.ts'
import { smtp } from './smtp.ts'
import { tcp } from './tcp.ts'
import { webhook } from './webhook.ts'

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

export const checkKinds: CheckKinds = [
  ...singleKinds,
  ...toCheckKinds(createKubernetesResource(singleKinds)),
  ...toCheckKinds(webhook),
]
