package dev.takt.report.page;

import dev.takt.explain.collections.CollectionReport;
import dev.takt.report.text.CollectionsJson;
import dev.takt.report.text.JsonWriter;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The numbered stalls of a run in the page: the longest, and all that other sections refer to.
final class StallSection {

  private static final int MAX_LONGEST_STALLS = 4_000;

  private final Stalls stalls;
  private final Stalls measured;
  private final Map<Stall, Integer> numbers = new HashMap<>();
  private final Set<Integer> listed = new HashSet<>();

  /// @param record knows the measured part, of which collections are counted; null if it cannot be
  ///   read
  StallSection(Stalls stalls, @Nullable RunRecord record) {
    this.stalls = stalls;
    this.measured = record == null ? stalls : record.duringMeasured(stalls);
    List<Stall> all = stalls.stalls();
    for (int i = 0; i < all.size(); i++) {
      numbers.putIfAbsent(all.get(i), i);
    }
    IntStream.range(0, all.size())
        .boxed()
        .sorted(Comparator.comparingLong((Integer i) -> -all.get(i).nanos()))
        .limit(MAX_LONGEST_STALLS)
        .forEach(listed::add);
  }

  /// Adds a stall to the list and returns its number; null if it is not a stall of this run.
  @Nullable Integer reference(Stall stall) {
    Integer number = numbers.get(stall);
    if (number != null) {
      listed.add(number);
    }
    return number;
  }

  void write(JsonWriter json, TimeMapper moments) throws IOException {
    json.open('{');
    json.name("list").open('[');
    for (int i = 0; i < stalls.stalls().size(); i++) {
      if (listed.contains(i)) {
        stall(json, i, stalls.stalls().get(i), moments);
      }
    }
    json.close(']');
    json.name("omitted").number(stalls.omitted() + stalls.stalls().size() - listed.size());
    CollectionsJson.write(CollectionReport.of(measured), json);
    json.name("sources").open('[');
    for (StallSource each : stalls.sources()) {
      json.open('{');
      json.name("name").string(each.name());
      json.name("side").string(each.side().lowerCase());
      json.name("blind").string(each.blind().isEmpty() ? null : String.join(" ", each.blind()));
      json.close('}');
    }
    json.close(']');
    json.name("notObservable").open('[');
    for (NotObservable each : stalls.notObservable()) {
      json.open('{');
      json.name("what").string(each.what());
      json.name("side").string(each.side().lowerCase());
      json.name("why").string(each.why());
      json.close('}');
    }
    json.close(']');
    json.close('}');
  }

  private static void stall(JsonWriter json, int number, Stall stall, TimeMapper moments)
      throws IOException {
    json.open('{');
    json.name("id").number(number);
    json.name("side").string(stall.side().lowerCase());
    json.name("kind").string(stall.kind().lowerCase());
    moments.write(json, "begin", stall.beginNanoTime());
    moments.write(json, "end", stall.endNanoTime());
    json.name("error").number(stall.errorNanos());
    json.name("source").string(stall.source());
    if (stall.interval().machine() != null) {
      json.name("machine").string(stall.interval().machine());
    }
    json.name("thread").string(name(stall.thread()));
    json.name("cause").string(stall.cause());
    json.name("culprit").string(name(stall.culprit()));
    json.close('}');
  }

  private static @Nullable String name(Stall.@Nullable Actor actor) {
    return actor == null ? null : actor.name();
  }
}
