import { decodeBase64 } from "../data/base64.ts";
import type { Histogram } from "../data/histogram.ts";
import type { Explanation } from "../data/model.ts";
import { readPack, sumOf } from "../data/pack.ts";

const known = new WeakMap<Explanation, Promise<ReadonlyMap<string, Histogram>>>();

/** The curves without causes: histograms by the names of their curves. */
export function readCurves(explanation: Explanation): Promise<ReadonlyMap<string, Histogram>> {
  let curves = known.get(explanation);
  if (curves === undefined) {
    curves = read(explanation);
    known.set(explanation, curves);
  }
  return curves;
}

async function read(explanation: Explanation): Promise<ReadonlyMap<string, Histogram>> {
  if (explanation.curves === "") {
    return new Map();
  }
  const pack = await readPack(decodeBase64(explanation.curves));
  return new Map(pack.tags.map((tag) => [tag, sumOf(pack, tag)]));
}
