import { test } from "./bundle.mjs";

await test("test");
