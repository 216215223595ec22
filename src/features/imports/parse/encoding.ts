import { decode as read, Undecodable } from '../../../kit/table/encoding.ts'
import { FileRefusal } from './refusal.ts'

/** A text file's content and its encoding. Throws FileRefusal: ENCODING, NOT_A_TABLE. */
export function decode(file: Buffer): ReturnType<typeof read> {
  try {
    return read(file)
  } catch (error) {
    throw error instanceof Undecodable ? new FileRefusal(error.reason) : error
  }
}
