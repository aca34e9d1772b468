import { Link } from 'wouter'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { docIndex } from './doc-files.ts'
import { ReadingGuide } from './reading-guide.tsx'
import './docs.css'

export function DocsPage() {
  return (
    <Page title="Docs">
      <article className="docs docs-index">
        {docIndex.map(({ title, entries }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul className="docs-list">
              {entries.map((entry) => (
                <li key={entry.name}>
                  <Link className="link" href={linkTo(routes.doc, { name: entry.name })}>
                    {entry.title}
                  </Link>
                  <span>{entry.description}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <ReadingGuide />
      </article>
    </Page>
  )
}
