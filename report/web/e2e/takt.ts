import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The result of a command of Takt. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const root = process.env["TAKT_ROOT"];
const java = process.env["TAKT_JAVA"];

/** Why the tests cannot use Takt; false if they can. */
export const noTakt: string | false = root && java ? false : "TAKT_ROOT and TAKT_JAVA are not set: run report/web/check";

function commandLine(args: readonly string[]): [string, string[]] {
  if (!root || !java) {
    throw new Error(String(noTakt));
  }
  const path = join(root, "cli/target/lib/*");
  return [java, ["-Xmx512m", "--enable-native-access=ALL-UNNAMED", "-cp", path, "dev.takt.cli.Main", ...args]];
}

/** Runs a command to its end. */
export function takt(...args: string[]): Promise<Ended> {
  const [command, all] = commandLine(args);
  return new Promise((resolve) => {
    execFile(command, all, { maxBuffer: 1 << 28 }, (error, out, err) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, out, err });
    });
  });
}

/** Starts a command that runs until it is stopped. */
export function startTakt(...args: string[]): ChildProcess {
  const [command, all] = commandLine(args);
  return spawn(command, all, { stdio: ["pipe", "pipe", "pipe"] });
}

/** A new folder. */
export function folder(): string {
  return mkdtempSync(join(tmpdir(), "takt-e2e-"));
}
