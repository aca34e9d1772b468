export const kubeconfigHelpAddress =
  'https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/'
