import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { PageManifest, SourceDocument } from "../src/data/model.ts";
import { embeddedSource, fetchManifest, fetchSource } from "../src/data/open.ts";
import { writePack } from "../src/data/pack.ts";
import { RemoteSource } from "../src/data/remote.ts";
import { documentOf, packOf, type Given } from "./given.ts";

const intervals: readonly Given[] = [0, 1, 2, 3].map((i) => ({
  tag: "rt",
  begin: i * 1000,
  length: 1000,
  values: [i + 1, i + 1],
}));

/** A fake server that answers from a table and records requests. */
function server(table: Record<string, () => unknown>): { get: (path: string) => Promise<Response>; asked: string[] } {
  const asked: string[] = [];
  const get = async (path: string): Promise<Response> => {
    asked.push(path);
    const answer = await table[path]?.();
    if (answer === undefined) {
      return new Response('{"error":"there is no such source"}', { status: 404 });
    }
    if (answer instanceof Response) {
      return answer;
    }
    return answer instanceof Uint8Array
      ? new Response(answer as Uint8Array<ArrayBuffer>)
      : new Response(JSON.stringify(answer));
  };
  return { get, asked };
}

function sourceDocument(state: "running" | "complete", delivery: "pack" | "query"): SourceDocument {
  const document = documentOf(packOf(intervals));
  return { ...document, delivery, entry: { ...document.entry, id: "r-1", state } };
}

async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) {
    await new Promise((resume) => setTimeout(resume, 5));
  }
}

test("a report embeds its source", async () => {
  const document = sourceDocument("complete", "pack");
  const packed = Buffer.from(await writePack(packOf(intervals))).toString("base64");
  const elements: Record<string, string> = {
    "takt-source-r-1": gzipSync(JSON.stringify(document)).toString("base64"),
    "takt-pack-r-1": `\n${packed}\n`,
  };
  const source = await embeddedSource(document.entry, (id) => elements[id] ?? "");
  assert.equal((await source.sum("rt", { from: 1000, to: 3000 })).total, 4);
});

test("a running run grows: new intervals are requested once, and the end is detected", async () => {
  const listeners: Record<string, () => void> = {};
  let closed = 0;
  const events = (): { addEventListener: (name: string, listener: unknown) => void; close: () => void } => ({
    addEventListener: (name, listener) => void (listeners[name] = listener as () => void),
    close: () => void closed++,
  });
  let state: "running" | "complete" = "running";
  const late = packOf([{ tag: "rt", begin: 4000, length: 1000, values: [9] }]);
  const { get, asked } = server({
    "/api/sources/r-1": () => sourceDocument(state, "pack"),
    "/api/sources/r-1/pack": () => writePack(packOf(intervals)),
    "/api/sources/r-1/pack?after=4": () => writePack(late),
    "/api/sources/r-1/pack?after=5": () => writePack(packOf([])),
  });
  const { source, close } = await fetchSource("r-1", { get, events });
  let notified = 0;
  source.onGrowth(() => notified++);
  listeners["growth"]?.();
  listeners["growth"]?.();
  await settled();
  assert.equal((await source.sum("rt", { from: 0, to: 9999 })).total, 9);
  assert.deepEqual(asked.slice(2), ["/api/sources/r-1/pack?after=4", "/api/sources/r-1/pack?after=5"]);
  assert.equal(notified, 1);
  state = "complete";
  listeners["end"]?.();
  await settled();
  assert.equal(source.document.entry.state, "complete");
  assert.equal(closed, 1);
  close();
});

test("a run of several machines is fetched anew at its end, unless it is too large for the page", async () => {
  for (const [delivery, machines] of [["pack", true], ["query", true], ["query", false]] as const) {
    const listeners: Record<string, () => void> = {};
    const events = (): { addEventListener: (name: string, listener: unknown) => void; close: () => void } => ({
      addEventListener: (name, listener) => void (listeners[name] = listener as () => void),
      close: () => undefined,
    });
    let ended = false;
    const merged = [
      { tag: "rt", begin: 0, length: 4000, values: [5, 6, 7] },
      { tag: "m1::rt", begin: 0, length: 4000, values: [5] },
    ];
    const pack = (given: readonly Given[]): Promise<Uint8Array> | Response =>
      ended && delivery === "query"
        ? new Response('{"error":"This log is too large to send whole; request its columns."}', { status: 409 })
        : writePack(packOf(given));
    const { get } = server({
      "/api/sources/r-1": () =>
        ended
          ? { ...sourceDocument("complete", delivery), tags: documentOf(packOf(machines ? merged : intervals)).tags }
          : sourceDocument("running", "pack"),
      "/api/sources/r-1/pack": () => pack(ended ? merged : intervals),
      "/api/sources/r-1/pack?after=4": () => pack([{ tag: "rt", begin: 1000, length: 1000, values: [99] }]),
      "/api/sources/r-1/pack?after=5": () => pack([]),
    });
    const { source } = await fetchSource("r-1", { get, events });
    const total = async (tag: string): Promise<number> => (await source.sum(tag, { from: 0, to: 9999 })).total;
    listeners["growth"]?.(); // of a machine that was late
    await settled();
    assert.equal(await total("rt"), 9);
    ended = true;
    listeners["end"]?.();
    await settled();
    assert.equal(source.document.entry.state, "complete");
    assert.equal(source.document.delivery, "pack");
    assert.equal(await total("rt"), delivery === "pack" ? 3 : 9);
    assert.equal(await total("m1::rt"), delivery === "pack" ? 1 : 0);
    assert.deepEqual(source.document.tags.map(({ tag }) => tag), delivery === "pack" ? ["rt", "m1::rt"] : ["rt"]);
    assert.equal(source.document.notes.some((note) => note.includes("Reload it")), delivery === "query");
  }
});

test("a growing log whose intervals were merged is fetched anew", async () => {
  for (const at of ["growth", "end"]) {
    const listeners: Record<string, () => void> = {};
    const events = (): { addEventListener: (name: string, listener: unknown) => void; close: () => void } => ({
      addEventListener: (name, listener) => void (listeners[name] = listener as () => void),
      close: () => undefined,
    });
    let isMerged = false;
    const merged = [{ tag: "rt", begin: 0, length: 4000, values: [5, 6, 7, 8, 9] }];
    const { get } = server({
      "/api/sources/r-1": () => sourceDocument(at === "end" && isMerged ? "complete" : "running", "pack"),
      "/api/sources/r-1/pack": () => writePack(packOf(isMerged ? merged : intervals)),
      "/api/sources/r-1/pack?after=4": () =>
        new Response('{"error":"Intervals were merged since the last request."}', { status: 409 }),
    });
    const { source } = await fetchSource("r-1", { get, events });
    isMerged = true;
    listeners[at]?.();
    await settled();
    assert.equal((await source.sum("rt", { from: 0, to: 9999 })).total, 5);
    assert.equal(source.document.entry.state, at === "end" ? "complete" : "running");
  }
});

test("a large source is queried in parts, each part once", async () => {
  const sum = "/api/sources/r-1/columns?tag=rt&from=0&to=4000&most=1";
  const grid = "/api/sources/r-1/columns?tag=rt&from=0&to=4000&most=2";
  const { get, asked } = server({
    "/api/sources/r-1": () => sourceDocument("complete", "query"),
    [sum]: () => writePack(packOf([{ tag: "rt", begin: 0, length: 4000, values: [1, 2, 3] }])),
    [grid]: () =>
      writePack(
        packOf([
          { tag: "rt", begin: 0, length: 2000, values: [1, 2] },
          { tag: "rt", begin: 2000, length: 2000, values: [3] },
        ]),
      ),
  });
  const { source } = await fetchSource("r-1", { get });
  assert.ok(source instanceof RemoteSource);
  assert.equal((await source.sum("rt", { from: 0, to: 4000 })).total, 3);
  const columns = await source.columns("rt", { from: 0, to: 4000 }, 2);
  assert.deepEqual(columns.map(({ from, to, histogram }) => [from, to, histogram.total]), [[0, 2000, 2], [2000, 4000, 1]]);
  await source.columns("rt", { from: 0, to: 4000 }, 2);
  assert.deepEqual(asked, ["/api/sources/r-1", sum, grid]);
  assert.deepEqual(source.snap({ from: 1500, to: 3000 }), { from: 2000, to: 4000 });
  source.grow(source.document);
  await source.sum("rt", { from: 0, to: 4000 });
  assert.equal(asked.length, 4);
});

test("an error message of the server is shown to the user", async () => {
  const { get } = server({ "/api/sources": (): PageManifest => ({ format: "takt-page-1", takt: "1", mode: "explore", sources: [] }) });
  assert.equal((await fetchManifest({ get })).mode, "explore");
  await assert.rejects(fetchSource("gone", { get }), /^Error: there is no such source$/);
  await assert.rejects(fetchManifest({ get: () => Promise.reject(new TypeError("x")) }), /does not answer/);
  await assert.rejects(fetchManifest({ get: async () => new Response("<html>", { status: 502 }) }), /status 502/);
});

test("a log that is being read is fetched again at each growth and at its end", async () => {
  const listeners: Record<string, () => void> = {};
  let closed = 0;
  const events = (): { addEventListener: (name: string, listener: unknown) => void; close: () => void } => ({
    addEventListener: (name, listener) => void (listeners[name] = listener as () => void),
    close: () => void closed++,
  });
  let share: number | null = 0.25;
  const { get, asked } = server({
    "/api/sources/r-1": () => {
      const document = sourceDocument("complete", "query");
      return share === null ? document : { ...document, reading: { share, to: 4000 * share } };
    },
    "/api/sources/r-1/columns?tag=rt&from=0&to=4000&most=1": () =>
      writePack(packOf([{ tag: "rt", begin: 0, length: 1000, values: share === null ? [1, 2, 3] : [1] }])),
  });
  const { source } = await fetchSource("r-1", { get, events });
  let notified = 0;
  source.onGrowth(() => notified++);
  const total = async (): Promise<number> => (await source.sum("rt", { from: 0, to: 4000 })).total;
  assert.equal(await total(), 1);
  assert.deepEqual(source.document.reading, { share: 0.25, to: 1000 });
  listeners["growth"]?.();
  await settled();
  assert.equal(notified, 0, "the document is unchanged");
  share = 0.5;
  listeners["growth"]?.();
  await settled();
  assert.equal(notified, 1);
  assert.deepEqual(source.document.reading, { share: 0.5, to: 2000 });
  share = null;
  listeners["growth"]?.();
  listeners["end"]?.();
  await settled();
  assert.equal(notified, 2);
  assert.equal(source.document.reading, undefined);
  assert.equal(await total(), 3);
  assert.equal(closed, 1);
  assert.equal(asked.filter((path) => path.includes("columns")).length, 2);
});
