import { onDemand } from '#client/lib/browser/on-demand.ts'

export const floating = onDemand(() => import('./floating-parts.tsx'))
