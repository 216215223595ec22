/** The start cannot go on. The message is one sentence for the person at the console; there is nothing to debug in it. */
export class StartError extends Error {
  override name = 'StartError'
}
