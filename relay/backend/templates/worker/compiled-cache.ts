import { expressionKey, type Evaluation, type Expression } from '#relay/backend/templates/template-language.ts'

const entriesMax = 20_000
const lengthMax = 4_000_000

export class CompiledCache {
  readonly #entries = new Map<string, Evaluation>()
  #letters = 0

  get(expression: Expression, compile: () => Evaluation): Evaluation {
    const key = expressionKey(expression)
    const known = this.#entries.get(key)
    const evaluation = known ?? compile()
    if (known === undefined) this.#letters += key.length
    else this.#entries.delete(key)
    this.#entries.set(key, evaluation)
    for (const oldest of this.#entries.keys()) {
      if (this.#letters <= lengthMax && this.#entries.size <= entriesMax) break
      this.#entries.delete(oldest)
      this.#letters -= oldest.length
    }
    return evaluation
  }
}
