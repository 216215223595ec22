import { readFileSync } from 'node:fs'
import { StartError } from '../startError.ts'

/** A prefix of a bucket in an S3-compatible store, and how to get there. */
export interface BucketConfig {
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  /** Undefined: Amazon's own of the region. */
  endpoint: string | undefined
  region: string
  /** The bucket is part of the path and not of the host name. */
  isPathStyle: boolean
  /** Undefined: those the machine or container has. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
  /** For messages. */
  place: string
}

/** Reads what FILES_URL and its companions say; undefined without it: files lie in the data folder. Throws StartError. */
export function readBucket(given: (name: string) => string | undefined): BucketConfig | undefined {
  const place = given('FILES_URL')
  const names = ['FILES_ENDPOINT', 'FILES_REGION', 'FILES_PATH_STYLE', ...withFile('FILES_ACCESS_KEY')]
  const alone = [...names, ...withFile('FILES_SECRET_KEY')].find((name) => !place && given(name))
  if (alone) throw new StartError(`${alone} is only for use with FILES_URL`)
  if (!place) return undefined
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/.exec(place) ?? []
  // The value may hold what somebody took for a place of keys: it is not repeated.
  if (!bucket) throw new StartError('FILES_URL is not valid: it must be an address like s3://bucket/prefix')

  const endpoint = given('FILES_ENDPOINT')
  if (endpoint && !/^https?:\/\/[^\s/?#@]+\/?$/.test(endpoint))
    throw new StartError('FILES_ENDPOINT is not valid: it must be an address like https://s3.example.com')
  const region = given('FILES_REGION') ?? 'us-east-1'
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new StartError('FILES_REGION is not valid: it must be like eu-central-1')
  const pathStyle = given('FILES_PATH_STYLE') ?? (endpoint ? '1' : '0')
  if (pathStyle !== '0' && pathStyle !== '1') throw new StartError('FILES_PATH_STYLE is not valid: it must be 0 or 1')
  const accessKeyId = secretOf(given, 'FILES_ACCESS_KEY')
  const secretAccessKey = secretOf(given, 'FILES_SECRET_KEY')
  if (!accessKeyId !== !secretAccessKey)
    throw new StartError('FILES_ACCESS_KEY and FILES_SECRET_KEY go together: set both, or neither')
  return {
    bucket,
    prefix: prefix ? `${prefix.slice(1)}/` : '',
    endpoint,
    region,
    isPathStyle: pathStyle === '1',
    keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    place: endpoint ? `${place} (${endpoint})` : place,
  }
}

const withFile = (name: string): string[] => [name, `${name}_FILE`]

/** The value, or the one line of the file that is named instead. */
function secretOf(given: (name: string) => string | undefined, name: string): string | undefined {
  const [value, path] = withFile(name).map(given)
  if (value && path) throw new StartError(`${name} and ${name}_FILE are both set: one is enough`)
  if (!path) return value
  let text = ''
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartError(`${name}_FILE cannot be read: ${(error as Error).message}`)
  }
  if (!text) throw new StartError(`${name}_FILE is empty`)
  return text
}
