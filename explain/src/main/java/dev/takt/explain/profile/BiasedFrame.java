package dev.takt.explain.profile;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The frame under which most biased CPU time stands.
public final class BiasedFrame {

  private BiasedFrame() {}

  /// The method on top of most biased samples; empty if no sample is biased.
  public static Optional<String> of(CallTree root) {
    Map<String, Long> nanos = new HashMap<>();
    root.visit((node, _) -> nanos.merge(node.frame(), biased(node), Long::sum));
    return largest(nanos);
  }

  /// The method from which a frame was called in most of its biased CPU time; empty if it is the
  /// outermost.
  public static Optional<String> callerOf(String frame, CallTree root) {
    Map<String, Long> nanos = new HashMap<>();
    root.visit((caller, depth) -> {
      for (CallTree each : caller.callees()) {
        if (depth > 0 && each.frame().equals(frame)) {
          nanos.merge(caller.frame(), biased(each), Long::sum);
        }
      }
    });
    return largest(nanos);
  }

  private static long biased(CallTree node) {
    return node.callees().stream()
        .filter(each -> each.frame().equals(ProfileBuilder.BIASED))
        .mapToLong(each -> each.self().sum())
        .sum();
  }

  private static Optional<String> largest(Map<String, Long> nanos) {
    return nanos.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey);
  }
}
