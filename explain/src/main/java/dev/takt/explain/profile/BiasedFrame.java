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
    root.visit((node, _) -> {
      for (CallTree each : node.callees()) {
        if (each.frame().equals(ProfileBuilder.BIASED)) {
          nanos.merge(node.frame(), each.self().sum(), Long::sum);
        }
      }
    });
    return nanos.entrySet().stream()
        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey);
  }
}
