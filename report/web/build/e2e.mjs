import { test } from "./bundle.mjs";

await test("e2e", "--test-concurrency=1");
