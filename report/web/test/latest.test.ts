import assert from "node:assert/strict";
import { test } from "node:test";
import { Latest } from "../src/view/latest.ts";

test("of tasks requested while one runs, only the newest is run", async () => {
  const done: number[] = [];
  const latest = new Latest((error) => assert.fail(String(error)));
  let finish: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (finish = resolve));
  latest.run(async () => {
    await first;
    done.push(1);
  });
  await new Promise<void>((last) => {
    latest.run(async () => void done.push(2));
    latest.run(async () => void done.push(3));
    latest.run(async () => {
      done.push(4);
      last();
    });
    finish();
  });
  assert.deepEqual(done, [1, 4]);
});

test("a failure is reported, and later tasks still run", async () => {
  const failures: string[] = [];
  const latest = new Latest((error) => failures.push(String(error)));
  latest.run(() => Promise.reject(new Error("no")));
  await new Promise<void>((last) => latest.run(async () => last()));
  assert.deepEqual(failures, ["Error: no"]);
});
