import { EMPTY_HISTOGRAM, HistogramSum } from "./counts.ts";
import type { Histogram } from "./histogram.ts";
import type { SourceDocument, Span } from "./model.ts";
import { readPack, type Pack } from "./pack.ts";
import { endWith, type Column, type Source } from "./source.ts";

/** So many answers are kept: the spans that a person goes back to. */
const KEPT = 64;

/** Gets something of the server; `fetch`, unless a test has another. */
export type Get = (path: string) => Promise<Response>;

/** The body of an answer. If the server says what is wrong, that is the error. */
export async function bodyOf(get: Get, path: string): Promise<Response> {
  const response = await get(path).catch(() => {
    throw new Error("the explorer does not answer: does it still run?");
  });
  if (response.ok) {
    return response;
  }
  const said: unknown = await response.json().catch(() => null);
  const error = typeof said === "object" && said !== null && "error" in said ? said.error : null;
  throw new Error(typeof error === "string" ? error : `the explorer answers with status ${response.status}`);
}

/** The path of a source on the server. */
export function pathOf(id: string): string {
  return `/api/sources/${encodeURIComponent(id)}`;
}

/** A pack of the server. */
export async function packAt(get: Get, path: string): Promise<Pack> {
  const response = await bodyOf(get, path);
  return readPack(new Uint8Array(await response.arrayBuffer()));
}

/** A source that is too large for a page: the server is asked for each part, and adds up itself. */
export class RemoteSource implements Source {
  private told: SourceDocument;
  private readonly get: Get;
  private readonly answers = new Map<string, Promise<readonly Column[]>>();
  private readonly listeners = new Set<() => void>();
  private shown: readonly Column[] = [];

  constructor(document: SourceDocument, get: Get = (path) => fetch(path)) {
    this.told = document;
    this.get = get;
  }

  get document(): SourceDocument {
    return this.told;
  }

  async sum(tag: string, span: Span): Promise<Histogram> {
    const columns = await this.ask(tag, span, 1);
    return columns[0]?.histogram ?? EMPTY_HISTOGRAM;
  }

  async columns(tag: string, span: Span, most: number): Promise<readonly Column[]> {
    const columns = await this.ask(tag, span, most);
    this.shown = columns;
    return columns;
  }

  private ask(tag: string, span: Span, most: number): Promise<readonly Column[]> {
    const query = new URLSearchParams({ tag, from: `${span.from}`, to: `${span.to}`, most: `${most}` });
    const path = `${pathOf(this.told.entry.id)}/columns?${query.toString()}`;
    const known = this.answers.get(path);
    if (known !== undefined) {
      this.answers.delete(path);
      this.answers.set(path, known);
      return known;
    }
    const answer = packAt(this.get, path).then(columnsOf);
    answer.catch(() => this.answers.delete(path));
    this.answers.set(path, answer);
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= KEPT) {
        break;
      }
      this.answers.delete(oldest);
    }
    return answer;
  }

  /** As near as the columns tell that were asked for last; where they do not reach, as it is. */
  snap(span: Span): Span {
    const inside = this.shown.filter(({ from }) => from >= span.from && from < span.to);
    const first = inside[0];
    const last = inside[inside.length - 1];
    if (first === undefined || last === undefined) {
      const { from, to } = this.told.span;
      return { from: Math.max(from, Math.min(span.from, to)), to: Math.min(to, Math.max(span.to, from)) };
    }
    return { from: first.from, to: last.to };
  }

  onGrowth(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** There is more: answers are no longer true. */
  grow(document: SourceDocument): void {
    this.told = document;
    this.answers.clear();
    [...this.listeners].forEach((listener) => listener());
  }
}

/** Each interval of an answer is a column; those of several layouts that begin together are one. */
function columnsOf(pack: Pack): readonly Column[] {
  const columns: Column[] = [];
  const sum = new HistogramSum();
  for (let i = 0; i < pack.size; ) {
    const from = pack.begin(i);
    let to = from;
    sum.clear();
    for (; i < pack.size && pack.begin(i) === from; i++) {
      to = Math.max(to, endWith(from, pack.length(i)));
      sum.addEncoded(pack.slots(i));
    }
    columns.push({ from, to, histogram: sum.toHistogram() });
  }
  return columns;
}
