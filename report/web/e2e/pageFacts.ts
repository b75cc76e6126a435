// Queries of tests on the page.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { eventually, type Watched } from "./browser.ts";

/** The row of response times: count, mean, p50, p90, p99, p99.9, p99.99, max. */
export async function response(page: Page): Promise<readonly string[]> {
  const row = page.locator("#summary tbody tr", { has: page.locator('th[scope="row"]', { hasText: "response" }) }).first();
  return (await row.count()) === 0 ? [] : row.locator("td").allTextContents();
}

export function becomes(page: Page, expected: readonly string[], what: string): Promise<readonly string[]> {
  return eventually(() => response(page), (row) => row.join() === expected.join(), what);
}

/** Asserts that there were no errors, warnings or network requests. */
export function calm({ complaints, requests }: Watched): void {
  assert.deepEqual(complaints, [], "complaints on the console");
  assert.deepEqual(requests, [], "requests to a network");
}
