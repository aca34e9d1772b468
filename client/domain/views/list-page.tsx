import { Page } from '#client/ui/layout/page.tsx'
import { ListFrame, type ListFrameProps } from '#client/ui/table/list-frame.tsx'
import { ViewMenu } from './view-menu.tsx'

interface ListPageProps<R> extends Omit<ListFrameProps<R>, 'children'> {
  readonly title: string
  readonly section?: string
  readonly crumbs?: readonly { readonly label: string; readonly href: string }[]
  readonly slot?: React.ReactNode
  readonly above?: React.ReactNode
  readonly children?: React.ReactNode
}

export function ListPage<R>({ title, section, crumbs, slot, above, children, ...list }: ListPageProps<R>) {
  const { table, state, source } = list
  return (
    <Page
      title={title}
      section={section}
      crumbs={crumbs}
      views={<ViewMenu table={table} state={state} />}
      slot={slot}
      refresh={{ busy: source.reading.isBusy, onRefresh: source.reading.refresh }}
    >
      {above}
      <ListFrame {...list} />
      {children}
    </Page>
  )
}
