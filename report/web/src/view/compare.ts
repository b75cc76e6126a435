import type { Context, View } from "./context.ts";
import { el } from "./dom.ts";
export function compareView(_: Context): View { return { element: el("section", { hidden: true }), update: () => undefined }; }
