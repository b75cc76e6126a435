package dev.takt.lab;

import dev.takt.report.text.TagText;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.Units;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The result of a watch in a sentence: the kind of stalls that cost the target most time, or the
/// host if the target had none.
public final class WatchHeadline {

  /// What costs no time of the application: work beside it, and waits for data that may be idle.
  private static final Set<StallKind> NO_COST =
      EnumSet.of(StallKind.COMPILATION, StallKind.SOCKET_IO);

  /// What happens to single threads, of which several may wait at a time.
  private static final Set<StallKind> OF_THREADS =
      EnumSet.of(
          StallKind.HANDSHAKE,
          StallKind.ALLOCATION_STALL,
          StallKind.MONITOR_WAIT,
          StallKind.LOCK_WAIT,
          StallKind.PINNED,
          StallKind.CLASS_LOAD,
          StallKind.FILE_IO,
          StallKind.RUN_QUEUE);

  private WatchHeadline() {}

  /// The sentence; empty if there are no stalls that cost time.
  public static Optional<String> of(Stalls stalls) {
    return of(stalls, Side.TARGET).or(() -> of(stalls, Side.HOST));
  }

  private static Optional<String> of(Stalls stalls, Side side) {
    Map<StallKind, List<Stall>> byKind =
        stalls.stalls().stream()
            .filter(each -> each.side() == side && !NO_COST.contains(each.kind()))
            .collect(Collectors.groupingBy(Stall::kind));
    return byKind.values().stream()
        .max(Comparator.comparingLong(WatchHeadline::total))
        .filter(each -> total(each) > 0)
        .map(each -> sentence(each, side));
  }

  private static long total(List<Stall> stalls) {
    return stalls.stream().mapToLong(Stall::nanos).sum();
  }

  private static String sentence(List<Stall> stalls, Side side) {
    Stall longest = stalls.stream().max(Comparator.comparingLong(Stall::nanos)).orElseThrow();
    String count =
        stalls.size() == 1
            ? "one stall"
            : Units.count(stalls.size()) + " stalls, the longest " + Units.time(longest.nanos());
    String cause = longest.cause() == null ? "" : " (" + TagText.escape(longest.cause()) + ")";
    String threads = OF_THREADS.contains(longest.kind()) ? " over all threads" : "";
    return CauseWords.of(longest.kind())
        + (" cost the " + side.lowerCase() + " most: ")
        + (Units.time(total(stalls)) + threads + " in " + count + cause + ".");
  }
}
