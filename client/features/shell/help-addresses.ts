/** Where kubectl's own documentation tells about kubeconfig files. */
export const kubeconfigHelpAddress =
  'https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/'
