import { ApiError } from '#client/api/api-error.ts'

/** Null when the backend does not support previews. Rejects with the validation message otherwise. */
export const previewOrNull = async <Preview>(ask: Promise<Preview>): Promise<Preview | null> => {
  try {
    return await ask
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
