import type { z } from 'zod'

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}/*`
      ? '*'
      : never

interface Parts<Path extends string> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: Path
  /** Production backends have no such route: the client does not request it from them. */
  readonly embeddedOnly?: true
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly response: z.ZodType
}

type ParamsPart<Path extends string> = [Names<Path>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: z.ZodObject<Record<Names<Path>, z.ZodType<string, string>>> }

export type Contract = Parts<string> & { readonly params?: z.ZodObject | undefined }

export const contract = <const Path extends `/${string}`, const Declared extends Parts<Path> & ParamsPart<Path>>(
  declared: Declared & { readonly path: Path },
): Declared => declared

export type PathParams<C extends Contract> = C extends { readonly params: infer Params extends z.ZodType }
  ? z.input<Params>
  : object

export const buildPath = <C extends Contract>({ path }: C, params: PathParams<C>): string => {
  const values = new Map<string, unknown>(Object.entries(params))
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
}
