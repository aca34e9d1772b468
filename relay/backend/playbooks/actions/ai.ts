import { z } from 'zod'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { resolveTls } from '#relay/backend/clients/http/http-tls.ts'
import { askJson } from '#relay/backend/clients/http/json-service.ts'
import { readToken } from './follow-remote-run.ts'
import type { ActionContext, ActionOutcome } from './action-context.ts'

type AiSpec = NonNullable<PlaybookAction['ai']>
type Header = readonly [string, string]

interface Question {
  readonly model: string
  readonly system: string
  readonly prompt: string
}

interface Backend {
  readonly title: string
  /** Undefined where each installation has its own. */
  readonly address?: string
  readonly path: string
  readonly signIn: (key: string) => readonly Header[]
  readonly toRequest: (question: Question) => object
  readonly response: z.ZodType<string>
}

const bearer = (key: string): readonly Header[] => (key === '' ? [] : [['authorization', `Bearer ${key}`]])
const toMessages = ({ system, prompt }: Question) => [
  ...(system === '' ? [] : [{ role: 'system', content: system }]),
  { role: 'user', content: prompt },
]
const message = z.looseObject({ content: z.string() })
const anthropicAnswerMax = 8_192

const backends: Readonly<Record<string, Backend>> = {
  openai: {
    title: 'OpenAI',
    address: 'https://api.openai.com/v1',
    path: '/chat/completions',
    signIn: bearer,
    toRequest: (question) => ({ model: question.model, messages: toMessages(question) }),
    response: z
      .looseObject({ choices: z.array(z.looseObject({ message })).min(1) })
      .transform(({ choices }) => choices[0]?.message.content ?? ''),
  },
  anthropic: {
    title: 'Anthropic',
    address: 'https://api.anthropic.com',
    path: '/v1/messages',
    signIn: (key) => [
      ['x-api-key', key],
      ['anthropic-version', '2023-06-01'],
    ],
    toRequest: ({ model, system, prompt }) => ({
      model,
      max_tokens: anthropicAnswerMax,
      ...(system !== '' && { system }),
      messages: [{ role: 'user', content: prompt }],
    }),
    response: z
      .looseObject({ content: z.array(z.looseObject({ text: z.string().catch('') })) })
      .transform(({ content }) => content.map(({ text }) => text).join('')),
  },
  ollama: {
    title: 'Ollama',
    path: '/api/chat',
    signIn: bearer,
    toRequest: (question) => ({ model: question.model, stream: false, messages: toMessages(question) }),
    response: z.looseObject({ message }).transform(({ message: { content } }) => content),
  },
}
const known = Object.keys(backends).join(', ')

const contexts = ['config', 'changes', 'analysis', 'relationships', 'playbooks', 'recommendPlaybooks'] as const

/** Found before the run starts. */
export const findAiError = (spec: AiSpec): string | undefined => {
  const { backend, connection, formats = [], dryRun } = spec
  const context = contexts.find((key) => spec[key] !== undefined)
  if (context !== undefined)
    return `ai.${context} is not available on this installation. Write what the model needs into prompt, such as {{.config | toJSON}}.`
  const format = formats.find((each) => each !== 'markdown')
  if (format !== undefined) return `ai.formats: ${format} is not available on this installation. Use markdown.`
  if (backend !== undefined && !hasTemplate(backend) && !Object.hasOwn(backends, backend))
    return `ai.backend must be one of ${known}, got ${backend}.`
  return backend === undefined && connection === undefined && dryRun !== true
    ? `ai needs a connection, or backend (${known}) with apiKey.`
    : undefined
}

const stop = (error: string): ActionOutcome => ({ result: {}, error })

/** The answer of the model is the result; with `dryRun` it is the prompt, and nothing is sent. */
export const runAi = async (spec: AiSpec, context: ActionContext): Promise<ActionOutcome> => {
  const unavailable = findAiError(spec)
  if (unavailable !== undefined) return stop(unavailable)
  const { systemPrompt = '', prompt } = spec
  if (spec.dryRun === true)
    return { result: { prompt: [systemPrompt, prompt].filter(Boolean).join('\n\n') }, error: null }
  const connection = spec.connection === undefined ? undefined : await context.resolveConnection(spec.connection)
  context.mask.hideAll(connection?.secrets ?? [])
  const name = spec.backend ?? connection?.type ?? ''
  const backend = Object.hasOwn(backends, name) ? backends[name] : undefined
  if (backend === undefined)
    return stop(`The connection of an ai step must be of type ${known}, got ${name || 'no type'}.`)
  const model = spec.model || connection?.properties['model'] || ''
  if (model === '') return stop('ai.model: required in the step or in its connection.')
  const address = (spec.apiURL || connection?.url || backend.address) ?? ''
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    return stop(`The address of ${backend.title} must begin with http:// or https://. Set url of the connection.`)
  const key = (await readToken(spec.apiKey, context))?.value ?? connection?.password ?? ''
  try {
    const run = createClientRun(context, context.signal)
    const tls = await resolveTls(undefined, run, connection)
    const service = { name: backend.title, headers: backend.signIn(key), tls, signal: context.signal }
    const advice = 'Correct the API key of the step or of its connection.'
    const { json } = await askJson(
      { ...service, signIn: { advice } },
      {
        url: `${address.replace(/\/$/, '')}${backend.path}`,
        json: backend.toRequest({ model, system: systemPrompt, prompt }),
      },
      backend.response,
    )
    return { result: { markdown: json, model }, error: null }
  } catch (error) {
    context.signal.throwIfAborted()
    return stop(describeError(error, backend.title))
  }
}
