import { z } from 'zod'
import { envVar, type EnvVar } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { cloudClusterAccess, eksSignIn, gkeSignIn, type CloudSignIn } from './cloud-cluster.ts'
import { clusterAccess } from './kubeconfig.ts'
import { KubernetesApi } from './kubernetes-api.ts'

const noCloudSignIn = 'set kubeconfig or connection to a cluster with a token or certificate'
export const cloudClusterSignIn = {
  eks: eksSignIn.optional(),
  gke: gkeSignIn.optional(),
  cnrm: unavailable(`signing in through CNRM needs a Google program; ${noCloudSignIn}`).optional(),
}

export const clusterSignIn = {
  ...cloudClusterSignIn,
  connection: z.string().min(1).optional(),
  kubeconfig: secret(envVar).optional(),
}

interface ClusterSignIn extends CloudSignIn {
  readonly connection?: string | undefined
  readonly kubeconfig?: EnvVar | undefined
}

export const withCluster = async <T>(
  spec: ClusterSignIn,
  run: ClientRun,
  work: (api: KubernetesApi) => Promise<T>,
): Promise<T> => {
  const api = new KubernetesApi((await cloudClusterAccess(spec, run)) ?? (await clusterAccess(spec, run)))
  try {
    return await work(api)
  } finally {
    await api.close()
  }
}
