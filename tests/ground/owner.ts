import { startEmbedded } from '../../src/server/db/embedded/embedded.ts'

/** A server reduced to what the launcher's tests need: owns the data directory of its argument until it is ended. */
try {
  const embedded = await startEmbedded(process.argv[2]!)
  process.once('SIGTERM', async () => {
    await embedded.stop()
    process.exit(0)
  })
  console.log(`running ${embedded.url} ${embedded.pid()}`)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
