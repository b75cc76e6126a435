import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.runs.model.Side;
import dev.takt.watch.Observers;
import dev.takt.watch.WatchRequest;
import dev.takt.watch.Watch;
import dev.takt.watch.hiccup.HostHiccupObserver;
import dev.takt.watch.hiccup.TargetHiccupObserver;
import dev.takt.watch.host.HostSampler;
import dev.takt.watch.scheduler.RunQueueObserver;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.jvm.JvmObserver;
import dev.takt.watch.locks.ThreadWaitEvents;
import dev.takt.watch.observer.MeasurementWindow;
import dev.takt.watch.observer.Observer;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;

/// Watches a process with some of the parts of a watch at a time, for `bench/watch --parts`: a line
/// of standard input names the one that is wanted, is answered with a line when it has begun, and
/// again when it has ended, which the next line asks for.
final class Parts {

  private static final String HICCUPS = "hiccups.hdr";
  private static final String RECORDING = "recording";
  private static final String WITHOUT = RECORDING + " without ";
  private static final String AGENT_AT = "agent at ";

  private final long pid;
  private final Path folder;

  private Parts(long pid, Path folder) {
    this.pid = pid;
    this.folder = folder;
  }

  /// @param names of parts, with ` + ` between them, or of a whole watch
  private Watch watch(String names) {
    return switch (names) {
      case "nothing" -> new Watch(List.of());
      case "all" -> all(WatchLevel.DEFAULT);
      case "deep" -> all(WatchLevel.DEEP);
      default -> new Watch(Arrays.stream(names.split(" \\+ ")).map(this::part).toList());
    };
  }

  private Observer part(String name) {
    return switch (name) {
      case "switches" -> new RunQueueObserver(Map.of(Side.TARGET, pid), WatchLevel.DEFAULT);
      case "samples" -> new HostSampler(Map.of(Side.TARGET, pid), WatchLevel.DEFAULT);
      case "agent" -> agent(HiccupSettings.LOW_OVERHEAD);
      case "host's meter" -> new HostHiccupObserver(log(), HiccupSettings.LOW_OVERHEAD);
      case RECORDING -> recording(more());
      case RECORDING + " at any price" -> recording(more().withoutBudget());
      default ->
          name.startsWith(AGENT_AT)
              ? agent(each(name.substring(AGENT_AT.length())))
              : recording(without(name.substring(WITHOUT.length()).split(" and ")));
    };
  }

  private Path log() {
    return folder.resolve(HICCUPS);
  }

  private Observer agent(HiccupSettings settings) {
    return new TargetHiccupObserver(pid, log(), settings, WatchLevel.DEFAULT);
  }

  /// @param period of its meter, such as `16 ms`
  private static HiccupSettings each(String period) {
    long millis = Long.parseLong(period.substring(0, period.indexOf(' ')));
    return new HiccupSettings(
        TimeUnit.MILLISECONDS.toNanos(millis), TimeUnit.MILLISECONDS.toNanos(1), false);
  }

  private Watch all(WatchLevel level) {
    return Observers.of(new WatchRequest(folder, level, OptionalLong.of(pid), false));
  }

  /// The flight recording and the unified log.
  private Observer recording(EventExtension more) {
    return JvmObserver.ofPid(Side.TARGET, pid, WatchLevel.DEFAULT, folder, more);
  }

  private static EventExtension more() {
    return ThreadWaitEvents.forLevel(WatchLevel.DEFAULT, new MeasurementWindow());
  }

  /// @param events that are left out, by their names in the JDK
  private static EventExtension without(String... events) {
    Map<String, String> off = new HashMap<>();
    for (String event : events) {
      off.put("jdk." + event + "#enabled", "false");
    }
    return more().and(off);
  }

  /// @param arguments the process that is watched, and a folder for what is recorded
  public static void main(String[] arguments) throws Exception {
    long pid = Long.parseLong(arguments[0]);
    Path root = Path.of(arguments[1]);
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      Watch watch =
          new Parts(pid, Files.createTempDirectory(root, "part-")).watch(lines.nextLine());
      watch.start();
      System.out.println("ready");
      if (lines.hasNextLine()) {
        lines.nextLine();
      }
      var _ = watch.finish();
      System.out.println("ready");
    }
  }
}
