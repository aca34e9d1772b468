import { onDemand } from '#client/lib/browser/on-demand.ts'

/** What opens over a page. Nobody needs it before they point at something that opens. */
export const floating = onDemand(() => import('./floating-parts.tsx'))
