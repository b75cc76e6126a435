/** Data that is not what it should be; the message says what is wrong with it, in words for people. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}
