import type { Endpoint, Reply } from '../core/contract.ts'
import { type Language, pickLanguage } from '../core/text.ts'
import { CallError, type CallInput, type CallOptions } from '../kit/hooks/app.ts'
import { webText } from './text.ts'

/** What the client needs of the world around it. */
export interface Wire {
  fetch: typeof fetch
  token(): string | null
  language(): Language
  /** Shows a message for five seconds. */
  warn(message: string): void
  /** The server no longer knows the session a call was made with. */
  onSignedOut(): void
}

/** The session's own check: a 401 there means "not signed in", which the guard deals with. */
const INFO = '/api/user/info'

interface Answer {
  data: unknown
  msg?: string
  code: number
}

/** The only way to the server: adds who asks, opens the envelope, shows what went wrong (specification 7 and 8). */
export class Client {
  readonly #wire: Wire
  constructor(wire: Wire) {
    this.#wire = wire
  }

  async call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}, options: CallOptions = {}): Promise<Reply<E>> {
    const url = addressOf(endpoint.path, input.params as Values, input.query as Values)
    const headers = this.#headers()
    const changes = endpoint.method !== 'GET' && !endpoint.reads
    if (changes) headers['Idempotency-Key'] = options.idempotencyKey ?? crypto.randomUUID()
    const answer = input.file
      ? this.#upload(endpoint.method, url, headers, input as CallInput<Endpoint> & { file: File }, options)
      : this.#send(endpoint.method, url, headers, input.body, options)
    return (await answer.then((response) => this.#open(url, response, options))) as Reply<E>
  }

  /** A file's bytes and the name the server gave it; an error inside the binary answer is read as JSON. */
  async file(path: string, options: CallOptions = {}): Promise<{ blob: Blob; name: string }> {
    const response = await this.#send('GET', path, this.#headers(), undefined, options)
    if (isJson(response) || !response.ok) await this.#open(path, response, options)
    const name = fileName(response.headers.get('content-disposition')) ?? path.split('/').at(-1)!
    return { blob: await response.blob(), name }
  }

  #headers(): Record<string, string> {
    const token = this.#wire.token()
    const language = { 'Accept-Language': this.#wire.language() }
    // The scope header is sent as specified; the server never reads it.
    return token ? { ...language, Authorization: `Bearer ${token}`, scope: 'admin' } : language
  }

  async #send(
    method: string,
    url: string,
    headers: Record<string, string>,
    body: unknown,
    { signal, quiet }: CallOptions,
  ): Promise<Response> {
    const request: RequestInit = { method, headers, signal: signal ?? null }
    if (body !== undefined) {
      request.headers = { ...headers, 'Content-Type': 'application/json' }
      request.body = JSON.stringify(body)
    }
    try {
      return await this.#wire.fetch(url, request)
    } catch (error) {
      if (signal?.aborted) throw error
      throw this.#unreachable(quiet)
    }
  }

  /** XMLHttpRequest, because fetch does not tell how much of a body has gone out. */
  #upload(
    method: string,
    url: string,
    headers: Record<string, string>,
    { file, body, onProgress }: CallInput<Endpoint> & { file: File },
    { signal, quiet }: CallOptions,
  ): Promise<Response> {
    const form = new FormData()
    for (const [name, value] of Object.entries((body ?? {}) as Values)) form.append(name, String(value))
    form.append('file', file)
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
      request.onload = () => {
        const type = request.getResponseHeader('content-type') ?? ''
        resolve(new Response(request.responseText, { status: request.status, headers: { 'content-type': type } }))
      }
      request.onerror = () => reject(this.#unreachable(quiet))
      request.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => request.abort())
      request.send(form)
    })
  }

  /** The `data` of an envelope with code 200; anything else is shown and thrown. */
  async #open(url: string, response: Response, { quiet }: CallOptions): Promise<unknown> {
    const answer = await readAnswer(response)
    if (!answer) throw this.#unreachable(quiet)
    if (answer.code === 200) return answer.data
    const error = new CallError(answer.msg || this.#words.error, answer.code, (answer.data ?? {}) as Values)
    if (!quiet) this.#wire.warn(error.message)
    if (error.code === 401 && this.#wire.token() && !url.startsWith(INFO)) this.#wire.onSignedOut()
    throw error
  }

  #unreachable(quiet: boolean | undefined): CallError {
    const error = new CallError(this.#words.requestError, 0)
    if (!quiet) this.#wire.warn(error.message)
    return error
  }

  get #words() {
    return webText[pickLanguage(this.#wire.language())]
  }
}

type Values = Record<string, unknown>

const isJson = (response: Response) => !!response.headers.get('content-type')?.includes('json')

/** The envelope, also out of an answer that claims to be binary; null when there is none. */
async function readAnswer(response: Response): Promise<Answer | null> {
  try {
    const answer = JSON.parse(await response.text())
    return typeof answer?.code === 'number' ? answer : null
  } catch {
    return null
  }
}

/** The path with its `:params` filled and the query appended; empty values are left out. */
function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.append(name, String(value))
  }
  return search.size ? `${filled}?${search}` : filled
}

/** The name in a Content-Disposition header, the UTF-8 form first. */
function fileName(header: string | null): string | undefined {
  const encoded = header?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return header?.match(/filename="?([^";]+)"?/i)?.[1]
}
