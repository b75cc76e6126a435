/** Thrown for invalid data; the message says in words what is wrong. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}
