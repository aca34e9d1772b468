import { useEffect } from 'react'
import { Link } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Markdown } from '#client/ui/markdown/markdown.tsx'
import { docIndex, findDoc } from './doc-files.ts'
import type { DocBlock } from './parse-doc.ts'
import '#client/ui/markdown/markdown-text.css'
import './docs.css'

const crumbs = [{ label: 'Docs', href: routes.docs }]

function Table({ head, rows }: Extract<DocBlock, { kind: 'table' }>) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell, column) => (
              <td key={head[column]} className="markdown" data-column={head[column]}>
                <Markdown text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Block({ block }: { readonly block: DocBlock }) {
  if (block.kind === 'table') return <Table {...block} />
  if (block.kind === 'heading') {
    const Heading = `h${block.level}` as const
    return <Heading id={block.id}>{block.text}</Heading>
  }
  return (
    <div className="markdown">
      <Markdown text={block.text} />
    </div>
  )
}

function DocsNavigation({ current }: { readonly current: string }) {
  return (
    <nav className="docs-nav" aria-label="Documents">
      {docIndex.map(({ title, entries }) => (
        <div key={title}>
          <p className="docs-nav-title">{title}</p>
          <ul>
            {entries.map((entry) => (
              <li key={entry.name}>
                <Link
                  href={linkTo(routes.doc, { name: entry.name })}
                  aria-current={entry.name === current ? 'page' : undefined}
                >
                  {entry.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

export function DocPage({ name }: { readonly name: string }) {
  const doc = findDoc(name)
  const anchor = useLocationProperty(() => window.location.hash.slice(1))
  useEffect(() => {
    if (anchor !== '') document.getElementById(anchor)?.scrollIntoView?.()
  }, [anchor])

  if (doc === undefined)
    return (
      <Page title="Not found" crumbs={crumbs}>
        <EmptyState
          title="Document not found"
          actions={
            <Link className="bp6-button bp6-intent-primary" href={routes.docs}>
              Open docs
            </Link>
          }
        >
          <p>There is no document named “{name}”.</p>
        </EmptyState>
      </Page>
    )
  return (
    <Page title={doc.title} crumbs={crumbs}>
      <div className="docs-page">
        <DocsNavigation current={name} />
        <article className="docs">
          {doc.blocks.map((block, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a document never changes
            <Block key={index} block={block} />
          ))}
          <p className="docs-all">
            <Link className="link" href={routes.docs}>
              All documents
            </Link>
          </p>
        </article>
      </div>
    </Page>
  )
}
