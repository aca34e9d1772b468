import { z } from 'zod'

/** `page-files.json` of the build: scripts by the pattern of an address. */
export const pageFilesSchema = z.record(z.string(), z.array(z.string()))

const hasPattern = (path: readonly string[], pattern: readonly string[]): boolean =>
  path.length === pattern.length && pattern.every((segment, at) => segment.startsWith(':') || segment === path[at])

/** The browser loads the scripts of the page beside the entry, which would request them only once it runs. */
export const createPreloadedPages = (html: string, files: z.infer<typeof pageFilesSchema>) => {
  const pages = Object.entries(files).map(([pattern, scripts]) => {
    const links = scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`)
    return { pattern: pattern.split('/'), html: html.replace('</head>', `${links.join('')}</head>`) }
  })
  return (path: string): string => {
    const segments = path.split('/')
    return pages.find(({ pattern }) => hasPattern(segments, pattern))?.html ?? html
  }
}
