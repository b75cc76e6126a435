package dev.takt.report.page;

import dev.takt.report.text.JsonWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A tag, with its parsed meaning if it is one of Takt's.
///
/// @param tag as in the log; empty for no tag
/// @param isHiccups whether these are hiccups; else latencies
/// @param meaning the parsed tag; null if it is not one of Takt's
/// @param machine the machine of a fleet; null for all operations together
record TagInfo(
    String tag, boolean isHiccups, RunTags.@Nullable Tag meaning, @Nullable String machine) {

  /// The tags of latencies; the page first shows the first one.
  ///
  /// @param headline the measure that the page shows first
  static List<TagInfo> latencies(Collection<String> tags, Measure headline) {
    if (tags.stream().anyMatch(each -> RunTags.parse(each) == null)) {
      return tags.stream().sorted().map(each -> new TagInfo(each, false, null, null)).toList();
    }
    // Completed operations come first, and among these the headline measure.
    return tags.stream()
        .map(RunTags::parse)
        .filter(Objects::nonNull)
        .sorted(
            Comparator.comparing(RunTags.Tag::warmup)
                .thenComparing(RunTags.Tag::state)
                .thenComparing(each -> each.measure() != headline)
                .thenComparing(RunTags.Tag::measure)
                .thenComparing(RunTags.Tag::toString))
        .map(each -> new TagInfo(each.toString(), false, each, null))
        .toList();
  }

  /// The tags of the latencies of single machines, in the order of the machines.
  static List<TagInfo> machines(Collection<String> tags, Fleet fleet) {
    List<TagInfo> infos = new ArrayList<>();
    for (Fleet.Machine machine : fleet.machines()) {
      String prefix = RunDirectory.machinePrefix(machine.name());
      for (String each : tags.stream().sorted().toList()) {
        if (each.startsWith(prefix)) {
          RunTags.Tag meaning = RunTags.parse(each.substring(prefix.length()));
          infos.add(new TagInfo(each, false, meaning, machine.name()));
        }
      }
    }
    return infos;
  }

  static List<TagInfo> hiccups(Collection<String> tags) {
    return tags.stream().sorted().map(each -> new TagInfo(each, true, null, null)).toList();
  }

  void write(JsonWriter json) throws IOException {
    json.open('{');
    json.name("tag").string(tag);
    json.name("group").string(isHiccups ? "hiccups" : "latency");
    if (machine != null) {
      json.name("machine").string(machine);
    }
    if (meaning != null) {
      if (meaning.operation() != null) {
        json.name("operation").string(meaning.operation());
      }
      json.name("measure").string(meaning.measure().lowerCase());
      json.name("outcome").string(outcome(meaning.state()));
      json.name("warmup").bool(meaning.warmup());
    }
    json.close('}');
  }

  private static String outcome(OperationState state) {
    return SourceDocument.lowerCase(state);
  }
}
