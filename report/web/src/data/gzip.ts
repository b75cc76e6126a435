import { Inflate } from "./inflate.ts";
import { Malformed } from "./malformed.ts";

/** The decompressed bytes, and why decompression stopped early, if it did. */
export interface Unzipped {
  readonly bytes: Uint8Array;
  readonly damage: string | null;
}

const TABLE = crcTable();

/** Whether the bytes begin with the magic number of gzip. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * Decompresses a gzip file up to its end or the first damage.
 *
 * @param most the maximum number of decompressed bytes
 */
export function gunzip(bytes: Uint8Array, most: number): Unzipped {
  const inflate = new Inflate();
  let at = 0;
  try {
    do {
      const before = inflate.output.length;
      at = inflate.raw(bytes, afterHeader(bytes, at), bytes.length, () => most);
      const expected = word(bytes, at);
      if (crc32(inflate.output.subarray(before)) !== expected) {
        throw new Malformed("the checksum of the compressed data is wrong");
      }
      at += 8;
    } while (isGzip(bytes.subarray(at)));
    return { bytes: inflate.output, damage: null };
  } catch (e) {
    if (e instanceof Malformed) {
      return { bytes: inflate.output, damage: e.message };
    }
    throw e;
  }
}

/** Decompresses with the browser's DecompressionStream if available, which is faster; damage is an error. */
export async function unzipped(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  if (!isGzip(bytes)) {
    throw new Malformed("it is not a gzip file");
  }
  if (typeof DecompressionStream === "undefined") {
    const result = gunzip(bytes, most);
    if (result.damage !== null) {
      throw new Malformed(result.damage);
    }
    return result.bytes;
  }
  return streamed(bytes, most);
}

async function streamed(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  const whole = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = whole.pipeThrough(new DecompressionStream("gzip")).getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Malformed("the compressed data is damaged or cut off");
    });
    if (done) {
      return joined(pieces, length);
    }
    length += value.length;
    if (length > most) {
      await reader.cancel().catch(() => undefined);
      throw new Malformed(`the compressed data is longer than the maximum of ${most} bytes`);
    }
    pieces.push(value);
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The position of a member's compressed data (RFC 1952, 2.3). */
function afterHeader(bytes: Uint8Array, from: number): number {
  const flags = bytes[from + 3] ?? 0;
  if (bytes[from + 2] !== 8) {
    throw new Malformed("the compressed file is damaged: its method is not deflate");
  }
  let at = from + 10;
  if ((flags & 0x04) !== 0) {
    at += 2 + (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8);
  }
  for (const flag of [0x08, 0x10]) {
    if ((flags & flag) !== 0) {
      const end = bytes.indexOf(0, at);
      at = end < 0 ? bytes.length : end + 1;
    }
  }
  return Math.min(bytes.length, (flags & 0x02) !== 0 ? at + 2 : at);
}

function word(bytes: Uint8Array, at: number): number {
  if (at + 8 > bytes.length) {
    throw new Malformed("the compressed file is cut off");
  }
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}

function crcTable(): Uint32Array {
  const table = new Uint32Array(256);
  for (let i = 0; i < 256; i++) {
    let crc = i;
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 1) !== 0 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    table[i] = crc;
  }
  return table;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) {
    crc = (TABLE[(crc ^ (bytes[i] as number)) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
