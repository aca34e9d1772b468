import { positionAt, TemplateError } from '#relay/backend/templates/template-error.ts'
import { scan, type Delimiters, type Token, type TokenKind } from './scan.ts'

export class TokenReader {
  readonly #source: string
  readonly #tokens: readonly Token[]
  #index = 0

  constructor(source: string, delimiters?: readonly Delimiters[]) {
    this.#source = source
    this.#tokens = scan(source, delimiters)
  }

  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)]
    return token ?? this.fail(undefined, 'The template is empty.')
  }

  next(): Token {
    const token = this.peek()
    this.#index += 1
    return token
  }

  expect(kind: TokenKind): Token {
    const token = this.next()
    return token.kind === kind ? token : this.unexpected(token)
  }

  unexpected(token: Token): never {
    return this.fail(token, `Unexpected ${shown(token)}.`)
  }

  fail(token: Token | undefined, reason: string): never {
    return this.failAt(token?.offset ?? 0, reason)
  }

  failAt(offset: number, reason: string): never {
    throw new TemplateError('template', reason, positionAt(this.#source, offset))
  }
}

const shown = (token: Token): string => {
  if (token.kind === 'end') return 'end of the template'
  return token.kind === 'string' ? JSON.stringify(token.value) : `'${token.kind === 'field' ? '.' : ''}${token.value}'`
}
