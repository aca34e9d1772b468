export const needsCluster =
  'Needs a Kubernetes cluster: set kubeconfig or connection. A relay in a pod can use its service account.'
