import type { ListColumn } from './list-column.ts'

export interface SmallColumn<R> extends Pick<ListColumn<R>, 'id' | 'title' | 'align' | 'text'> {
  readonly className?: string
  /** Its text, unless given. */
  readonly cell?: (row: R) => React.ReactNode
}

interface SmallTableProps<R> {
  readonly className?: string
  readonly label?: string
  readonly columns: readonly SmallColumn<R>[]
  readonly rows: readonly R[]
  readonly getKey: (row: R) => string
}

/** A short list inside a panel or form: no sorting, no choice of columns. */
export function SmallTable<R>({ className, label, columns, rows, getKey }: SmallTableProps<R>) {
  return (
    <table className={className} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ id, title, align, className: columnClass }) => (
            <th key={id} scope="col" className={columnClass} data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={getKey(row)}>
            {columns.map(({ id, align, className: columnClass, text, cell = text }) => (
              <td key={id} className={columnClass} data-align={align}>
                {cell?.(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
