export type AccountTools = (actions: { readonly onKubeconfig: () => void }) => React.ReactNode
