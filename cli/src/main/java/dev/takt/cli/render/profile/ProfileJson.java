package dev.takt.cli.render.profile;

import dev.takt.cli.render.JsonDocument;
import dev.takt.explain.profile.BiasedFrame;
import dev.takt.explain.profile.CpuTimeCoverage;
import dev.takt.explain.profile.HotFrame;
import dev.takt.explain.profile.JvmThreads;
import dev.takt.explain.profile.Profile;
import dev.takt.explain.profile.SlowMoments;
import dev.takt.explain.profile.ThreadCpuCoverage;
import dev.takt.explain.profile.Weight;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// A profile as JSON, without its stacks: those are in the files that it names. Times are
/// nanoseconds, shares are from 0 to 1; unknown values are null.
public final class ProfileJson {

  private final JsonDocument json;

  private ProfileJson(JsonDocument json) {
    this.json = json;
  }

  /// The document, with a trailing line break.
  ///
  /// @param intrinsics those that the frame with most biased samples may have called
  /// @param files the written files
  public static String of(Profile profile, List<String> intrinsics, List<Path> files) {
    return JsonDocument.of(json -> new ProfileJson(json).members(profile, intrinsics, files));
  }

  private void members(Profile profile, List<String> intrinsics, List<Path> files) {
    Weight all = profile.tree().total();
    json.text("format", "takt-profile/1");
    json.number("periodNanos", profile.periodNanos());
    json.number("clockErrorNanos", profile.clockErrorNanos());
    json.object(
        "slow",
        () -> {
          slow(profile.slow(), json);
          part(profile.slowNanos(), all.slow(), all.slowSamples());
        });
    json.object("rest", () -> part(profile.restNanos(), all.rest(), all.restSamples()));
    json.objects("overRepresented", HotFrame.overRepresented(profile.tree()), this::frame);
    json.text("mostBiasedFrame", BiasedFrame.of(profile.tree()).orElse(null));
    json.texts("likelyIntrinsics", intrinsics);
    json.object("balance", profile.balance(), this::balance);
    json.texts("notes", profile.notes());
    json.texts("files", files.stream().map(Path::toString).toList());
  }

  /// Which operations were slow, as members of the open object.
  static void slow(SlowMoments slow, JsonDocument json) {
    json.number("limitNanos", slow.limit().nanos());
    json.text("limitOrigin", slow.limit().origin());
    json.number("operations", slow.operations());
  }

  private void part(long nanos, long cpuNanos, long samples) {
    json.number("nanos", nanos);
    json.number("cpuNanos", cpuNanos);
    json.number("samples", samples);
  }

  private void frame(HotFrame frame) {
    json.text("frame", frame.frame());
    json.number("slowShare", frame.slowShare());
    json.number("restShare", frame.restShare());
    json.number("slowSelfShare", frame.slowSelfShare());
    json.number("restSelfShare", frame.restSelfShare());
    json.number("slowSamples", frame.total().slowSamples());
    json.number("restSamples", frame.total().restSamples());
  }

  private void balance(CpuTimeCoverage sheet) {
    json.objects("threads", sheet.threads(), this::thread);
    json.object("total", sheet.total(), this::thread);
    json.number("jvmOwnNanos", sheet.jvmNanos());
    List<JvmThreads> own = sheet.jvmThreads();
    json.objects("jvmThreads", own == null ? List.of() : own, this::jvmThreads);
    json.number("unseenNanos", sheet.unrecordedNanos());
  }

  private void jvmThreads(JvmThreads threads) {
    json.text("kind", threads.kind().name().toLowerCase(Locale.ROOT));
    json.number("threads", threads.count());
    json.number("cpuNanos", threads.cpuNanos());
  }

  private void thread(ThreadCpuCoverage thread) {
    json.text("name", thread.name());
    json.number("cpuNanos", thread.cpuNanos());
    json.number("samples", thread.taken().count());
    json.number("sampledNanos", thread.taken().nanos());
    json.number("biased", thread.biased());
    json.number("lost", thread.lost().count());
    json.number("lostNanos", thread.lost().nanos());
    json.number("failed", thread.failed().count());
    json.number("failedNanos", thread.failed().nanos());
    json.number("unexplainedNanos", thread.unexplainedNanos());
  }
}
