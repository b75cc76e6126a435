package dev.takt.it.harness;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/// Processes with another monotonic clock, by a time namespace of Linux.
public final class TimeNamespace {

  private TimeNamespace() {}

  /// Whether they can be made here.
  public static boolean isPossible() throws IOException, InterruptedException {
    Process probe =
        new ProcessBuilder("unshare", "--fork", "--time", "--monotonic", "1", "true")
            .redirectErrorStream(true)
            .start();
    return probe.waitFor(10, TimeUnit.SECONDS) && probe.exitValue() == 0;
  }

  /// A shell's script that runs `"$@"` with a clock that is ahead.
  public static String script(long seconds) {
    return "exec unshare --fork --kill-child --time --monotonic " + seconds + " \"$@\"";
  }
}
