/** Who is signed in and where, as the right end of the top bar shows it when something else than the console knows that. */
export type AccountTools = (actions: { readonly onKubeconfig: () => void }) => React.ReactNode
