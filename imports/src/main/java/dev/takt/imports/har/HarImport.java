package dev.takt.imports.har;

import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.file.JsonFile;
import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.JourneyDraft;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.plan.RequestDraft;
import dev.takt.imports.plan.StepNames;
import dev.takt.imports.plan.Think;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.json.JsonMapper;

/// The requests of a HAR file as one journey, with think times where the recording has gaps.
public final class HarImport {

  private static final String KIND = "a HAR file";

  /// A shorter gap is the work of the browser.
  private static final Duration MIN_THINK = Duration.ofMillis(100);

  private static final Set<String> STATIC_TYPES =
      Set.of("image", "font", "stylesheet", "script", "media", "manifest", "texttrack");

  private static final Pattern STATIC_PATH =
      Pattern.compile(
          "(?i)[^?#]*\\.(?:js|mjs|css|map|png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|otf|eot|mp[34]|webm|wasm)(?:[?#].*)?");

  private static final Pattern STATIC_CONTENT =
      Pattern.compile(
          "(?i)(?:image|font|audio|video)/.*|text/css.*|(?:text|application)/(?:x-)?javascript.*");

  private final ForeignFile file;
  private final PlanDraft plan;
  private final List<String> hosts;
  private final boolean isAll;
  private final List<HarEntry> entries = new ArrayList<>();

  private HarImport(ForeignFile file, PlanDraft plan, List<String> hosts, boolean isAll) {
    this.file = file;
    this.plan = plan;
    this.hosts = hosts;
    this.isAll = isAll;
  }

  /// Adds the requests of a file to a plan.
  ///
  /// @param hosts whose requests are taken; none for that of most requests
  /// @param isAll whether static resources are taken too
  public static void read(ForeignFile file, PlanDraft plan, List<String> hosts, boolean isAll)
      throws ImportException {
    HarImport importer = new HarImport(file, plan, hosts, isAll);
    importer.parse();
    importer.add();
  }

  /// Reads entry by entry, without the bodies of answers: files can be larger than memory.
  private void parse() throws ImportException {
    boolean isHar;
    try (InputStream in = file.open();
        JsonParser json = new JsonMapper().createParser(in)) {
      isHar = isHar(json);
    } catch (JacksonException _) {
      throw file.isNot(KIND);
    } catch (IOException e) {
      throw file.problem("", "cannot be read: " + e.getMessage());
    }
    if (!isHar) {
      throw file.isNot(KIND);
    }
  }

  private boolean isHar(JsonParser json) throws ImportException {
    boolean isHar = false;
    try {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = json.currentName();
          json.nextToken();
          if (name.equals("log") && json.currentToken() == JsonToken.START_OBJECT) {
            isHar |= log(json);
          } else {
            json.skipChildren();
          }
        }
      }
      return isHar;
    } catch (JacksonException e) {
      String place = "line " + JsonFile.line(json, e);
      if (entries.isEmpty() && e instanceof StreamConstraintsException) {
        throw file.problem(place, JsonFile.reason(json, e));
      } else if (entries.isEmpty()) {
        throw file.isNot(KIND);
      }
      plan.leftOut().add(place, "what comes after an error in the file: it was cut");
      return true;
    }
  }

  private boolean log(JsonParser json) {
    boolean hasEntries = false;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      json.nextToken();
      if (name.equals("entries") && json.currentToken() == JsonToken.START_ARRAY) {
        hasEntries = true;
        for (int i = 0; json.nextToken() == JsonToken.START_OBJECT; i++) {
          HarEntry entry = HarEntry.read(json, "$.log.entries[" + i + "]");
          if (entry.url().isEmpty()) {
            plan.leftOut().add(entry.place(), "an entry without a request");
          } else {
            entries.add(entry);
          }
        }
      } else {
        json.skipChildren();
      }
    }
    return hasEntries;
  }

  private void add() throws ImportException {
    if (entries.isEmpty()) {
      throw file.problem("", "it has no requests");
    }
    String origin = origin();
    if (hosts.isEmpty()) {
      plan.proposeTarget(origin);
    } else {
      plan.proposeTargetOfAll(origin);
    }
    List<HarEntry> sorted = new ArrayList<>(entries);
    if (sorted.stream().allMatch(each -> each.start() != null)) {
      sorted.sort(Comparator.comparing(each -> Objects.requireNonNull(each.start())));
    }
    JourneyDraft journey = new JourneyDraft();
    StepNames names = new StepNames();
    Instant end = null;
    for (HarEntry each : sorted) {
      if (!isWanted(each)) {
        continue;
      }
      RequestDraft request = each.request();
      Map<String, Object> keys = plan.step(request);
      if (keys == null) {
        continue;
      }
      if (each.status() >= 300 && each.status() < 600) {
        keys.put("expect", each.status() == 304 ? (Object) "2xx,304" : (Object) each.status());
      }
      Instant start = each.start();
      if (end != null && start != null && Duration.between(end, start).compareTo(MIN_THINK) >= 0) {
        journey.think(Think.of(Duration.between(end, start).toMillis() / 1000.0));
      }
      journey.step(names.of(request.method(), String.valueOf(keys.get("path"))), keys);
      end = later(end, each);
    }
    plan.journey("$.log", "recording", 1, journey);
  }

  private static @Nullable Instant later(@Nullable Instant end, HarEntry entry) {
    Instant start = entry.start();
    if (start == null) {
      return end;
    }
    Instant own = start.plusMillis((long) entry.millis());
    return end == null || own.isAfter(end) ? own : end;
  }

  private boolean isWanted(HarEntry entry) {
    String why = "";
    if (!entry.url().matches("(?is)https?://.*")) {
      why = "what is no request of HTTP";
    } else if (entry.status() == 0) {
      why = "a request without an answer";
    } else if (!hosts.isEmpty() && !hosts.contains(entry.host())) {
      why = "other hosts than --host says";
    } else if (!isAll && isStatic(entry)) {
      why = "static resources, which --all takes";
    }
    if (!why.isEmpty()) {
      plan.leftOut().add(entry.place(), why);
    }
    return why.isEmpty();
  }

  private static boolean isStatic(HarEntry entry) {
    return STATIC_TYPES.contains(entry.type())
        || STATIC_PATH.matcher(entry.url()).matches()
        || STATIC_CONTENT.matcher(entry.contentType()).matches();
  }

  /// The origin of most requests that are taken.
  private String origin() throws ImportException {
    Map<String, Integer> counts = new HashMap<>();
    String best = "";
    for (HarEntry each : entries) {
      boolean isTaken = hosts.isEmpty() ? isAll || !isStatic(each) : hosts.contains(each.host());
      if (isTaken && each.status() != 0 && each.url().matches("(?is)https?://.*")) {
        int count = counts.merge(each.origin(), 1, Integer::sum);
        best = best.isEmpty() || count > counts.getOrDefault(best, 0) ? each.origin() : best;
      }
    }
    if (best.isEmpty()) {
      throw file.problem(
          "",
          hosts.isEmpty()
              ? "it has only static resources, which --all takes"
              : "it has no request to " + String.join(", ", hosts));
    }
    return best;
  }
}
