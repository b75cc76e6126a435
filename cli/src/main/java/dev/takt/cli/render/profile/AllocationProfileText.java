package dev.takt.cli.render.profile;

import dev.takt.cli.render.JsonDocument;
import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.profile.AllocationProfile;
import dev.takt.explain.profile.AllocationProfile.Part;
import dev.takt.explain.profile.Weight;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.ByteText;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.nio.file.Path;
import java.util.List;

/// Where a target allocates, as text and as JSON: classes and methods, in the slow moments and in
/// the rest. The stacks are in the files.
public final class AllocationProfileText {

  private static final int MAX_ROWS = 10;
  private static final int NAME = 44;

  private final AllocationProfile profile;
  private final Weight all;

  private AllocationProfileText(AllocationProfile profile) {
    this.profile = profile;
    this.all = profile.tree().total();
  }

  /// The text, with a trailing line break.
  ///
  /// @param files the written files
  public static String table(AllocationProfile profile, List<Path> files) {
    TextPage page = new TextPage(TextStyle.PLAIN);
    new AllocationProfileText(profile).print(page);
    page.blank();
    files.forEach(each -> page.line("file        " + each));
    return page.toString();
  }

  private void print(TextPage page) {
    page.line("allocated   " + rate(all.sum(), profile.slowNanos() + profile.restNanos()));
    if (profile.slow().operations() > 0) {
      page.line(ProfileTable.slow(profile.slow()));
      page.line("in them     " + rate(all.slow(), profile.slowNanos()));
      page.line("the rest    " + rate(all.rest(), profile.restNanos()));
    }
    page.line(
        EnglishText.format(
            "samples     %s in slow moments, %s in the rest",
            Units.count(all.slowSamples()), Units.count(all.restSamples())));
    parts("class", profile.classes(), page);
    parts("method", profile.methods(), page);
    if (!profile.notes().isEmpty()) {
      page.blank();
      profile.notes().forEach(each -> page.point(TagText.escape(each)));
    }
  }

  private static String rate(long bytes, long nanos) {
    return ByteText.of(bytes)
        + " in "
        + Units.time(nanos)
        + (nanos <= 0 ? "" : ", " + ByteText.of((double) bytes * 1e9 / (double) nanos) + "/s");
  }

  private void parts(String what, List<Part> parts, TextPage page) {
    page.blank();
    page.table(
        List.of(what, "bytes", "share", "in slow moments"),
        parts.stream().limit(MAX_ROWS).map(this::row).toList(),
        0);
    if (parts.size() > MAX_ROWS) {
      page.line("and " + Units.count(parts.size() - MAX_ROWS) + " more");
    }
  }

  private List<String> row(Part part) {
    return List.of(
        Prose.cutFront(TagText.escape(part.name()), NAME),
        ByteText.of(part.weight().sum()),
        share(part.weight().sum(), all.sum()),
        share(part.weight().slow(), all.slow()));
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "-" : ProfileTable.percent((double) part / (double) whole);
  }

  /// The document, with a trailing line break.
  ///
  /// @param files the written files
  public static String json(AllocationProfile profile, List<Path> files) {
    return JsonDocument.of(json -> new AllocationProfileText(profile).members(json, files));
  }

  private void members(JsonDocument json, List<Path> files) {
    json.text("format", "takt-alloc/1");
    json.object(
        "slow",
        () -> {
          ProfileJson.slow(profile.slow(), json);
          json.number("nanos", profile.slowNanos());
          json.number("bytes", all.slow());
          json.number("samples", all.slowSamples());
        });
    json.object(
        "rest",
        () -> {
          json.number("nanos", profile.restNanos());
          json.number("bytes", all.rest());
          json.number("samples", all.restSamples());
        });
    json.objects("classes", profile.classes(), each -> part(json, each));
    json.objects("methods", profile.methods(), each -> part(json, each));
    json.texts("notes", profile.notes());
    json.texts("files", files.stream().map(Path::toString).toList());
  }

  private static void part(JsonDocument json, Part part) {
    json.text("name", part.name());
    json.number("slowBytes", part.weight().slow());
    json.number("restBytes", part.weight().rest());
    json.number("slowSamples", part.weight().slowSamples());
    json.number("restSamples", part.weight().restSamples());
  }
}
