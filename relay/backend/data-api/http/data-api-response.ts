export interface DataApiResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export const jsonType = 'application/json; charset=utf-8'
