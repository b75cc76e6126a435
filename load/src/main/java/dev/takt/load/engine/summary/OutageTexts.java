package dev.takt.load.engine.summary;

import dev.takt.load.config.LoadSettings;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.EndpointOutages;
import dev.takt.load.driver.WireDriver;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;

/// What is said of servers that are not reachable while others are.
public final class OutageTexts {

  private OutageTexts() {}

  /// Before the first operation.
  public static List<String> atStart(LoadSettings settings) {
    List<String> texts = new ArrayList<>();
    for (Endpoint endpoint : missing(settings)) {
      texts.add(
          EnglishText.format(
              "%s is not reachable (%s): %s are missing",
              Endpoint.text(endpoint.address()),
              endpoint.outages().reason(),
              slots(endpoint.outages(), settings)));
    }
    return texts;
  }

  /// After the last operation.
  static List<String> ofRun(LoadSettings settings) {
    List<String> texts = new ArrayList<>();
    for (Endpoint endpoint : missing(settings)) {
      EndpointOutages outages = endpoint.outages();
      texts.add(
          EnglishText.format(
              "%s was not reachable for %s (%s): up to %s were missing",
              Endpoint.text(endpoint.address()),
              Units.time(outages.nanos()),
              outages.reason(),
              slots(outages, settings)));
    }
    return texts;
  }

  private static List<Endpoint> missing(LoadSettings settings) {
    return settings.driver() instanceof WireDriver wire
        ? wire.endpoints().stream().filter(each -> each.outages().maxLost() > 0).toList()
        : List.of();
  }

  private static String slots(EndpointOutages outages, LoadSettings settings) {
    boolean isPerUser = settings.plan().concurrency().connectionPerUser();
    int each = settings.driver() instanceof WireDriver wire && !isPerUser ? wire.pipelining() : 1;
    return outages.maxLost() * each
        + " of "
        + settings.plan().concurrency().connections() * each
        + " slots";
  }
}
