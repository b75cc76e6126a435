import { EMPTY_HISTOGRAM, HistogramSum } from "./counts.ts";
import type { Histogram } from "./histogram.ts";
import type { SourceDocument, Span } from "./model.ts";
import { readPack, type Pack } from "./pack.ts";
import { endWith, type Column, type Source } from "./source.ts";

/** The number of cached responses, for spans that the user returns to. */
const MAX_CACHED = 64;

/** Requests a path of the server: `fetch`, except in tests. */
export type Get = (path: string) => Promise<Response>;

/** A failure that the server reports. */
export class AnswerError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Requests a path. A failure is thrown as an error with the server's message. */
export async function bodyOf(get: Get, path: string): Promise<Response> {
  const response = await get(path).catch(() => {
    throw new Error("the explorer does not answer; is it still running?");
  });
  if (response.ok) {
    return response;
  }
  const said: unknown = await response.json().catch(() => null);
  const error = typeof said === "object" && said !== null && "error" in said ? said.error : null;
  throw new AnswerError(
    typeof error === "string" ? error : `the explorer answered with status ${response.status}`,
    response.status,
  );
}

/** The path of a source on the server. */
export function pathOf(id: string): string {
  return `/api/sources/${encodeURIComponent(id)}`;
}

/** Requests a pack. */
export async function packAt(get: Get, path: string): Promise<Pack> {
  const response = await bodyOf(get, path);
  return readPack(new Uint8Array(await response.arrayBuffer()));
}

/** A source that is too large for the page: the server is queried for each part, and computes the sums. */
export class RemoteSource implements Source {
  private current: SourceDocument;
  private readonly get: Get;
  private readonly answers = new Map<string, Promise<readonly Column[]>>();
  private readonly listeners = new Set<() => void>();
  private shown: readonly Column[] = [];

  constructor(document: SourceDocument, get: Get = (path) => fetch(path)) {
    this.current = document;
    this.get = get;
  }

  get document(): SourceDocument {
    return this.current;
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
    const path = `${pathOf(this.current.entry.id)}/columns?${query.toString()}`;
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
      if (this.answers.size <= MAX_CACHED) {
        break;
      }
      this.answers.delete(oldest);
    }
    return answer;
  }

  /** Snaps to the columns that were requested last; a span outside of them is only clipped. */
  snap(span: Span): Span {
    const inside = this.shown.filter(({ from }) => from >= span.from && from < span.to);
    const first = inside[0];
    const last = inside[inside.length - 1];
    if (first === undefined || last === undefined) {
      const { from, to } = this.current.span;
      return { from: Math.max(from, Math.min(span.from, to)), to: Math.min(to, Math.max(span.to, from)) };
    }
    return { from: first.from, to: last.to };
  }

  onGrowth(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Replaces the document after growth, and invalidates the cached responses. */
  grow(document: SourceDocument): void {
    this.current = document;
    this.answers.clear();
    [...this.listeners].forEach((listener) => listener());
  }
}

/** Converts the intervals of a response to columns; those of several layouts with the same begin become one. */
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
