interface Room {
  readonly width: number
  readonly height: number
}

const card = { width: 11.5, height: 4.7 }

interface CardPages {
  readonly columns: number
  readonly rows: number
  readonly pages: number
}

export const cardPages = (count: number, { width, height }: Room): CardPages => {
  const most = Math.max(1, Math.floor(width / card.width))
  const fitting = Math.max(1, Math.floor(height / card.height))
  const rows = Math.max(1, Math.min(fitting, Math.ceil(count / most)))
  const pages = Math.max(1, Math.ceil(count / (most * rows)))
  const columns = pages > 1 ? most : Math.max(1, Math.ceil(count / rows))
  return { columns, rows, pages }
}
