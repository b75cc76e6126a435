package dev.takt.cli.render.run;

import dev.takt.cli.spi.render.Figures;
import dev.takt.explain.profile.BalanceSheet;
import dev.takt.explain.profile.HotFrame;
import dev.takt.explain.profile.Profile;
import dev.takt.explain.profile.ThreadBalance;
import dev.takt.explain.profile.Weight;
import dev.takt.report.text.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A profile as JSON, without its stacks: those are in the files that it names. Times are
/// nanoseconds, shares are from 0 to 1; unknown values are null.
public final class ProfileJson {

  private final JsonWriter json;

  private ProfileJson(Appendable out) {
    json = new JsonWriter(out);
  }

  /// The document, with a trailing line break.
  ///
  /// @param files the written files
  public static String of(Profile profile, List<Path> files) {
    StringBuilder out = new StringBuilder();
    try {
      new ProfileJson(out).write(profile, files);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
    return out.toString();
  }

  private void write(Profile profile, List<Path> files) throws IOException {
    Weight all = profile.tree().total();
    json.open('{');
    json.name("format").string("takt-profile/1");
    number("periodNanos", profile.periodNanos());
    number("clockErrorNanos", profile.clockErrorNanos());
    json.name("slow").open('{');
    number("limitNanos", profile.limitNanos());
    json.name("limitOrigin").string(profile.limitOrigin());
    number("operations", (long) profile.slow().operations());
    part(profile.slowNanos(), all.slowNanos(), all.slowSamples());
    json.name("rest").open('{');
    part(profile.restNanos(), all.restNanos(), all.restSamples());
    json.name("overRepresented").open('[');
    for (HotFrame each : HotFrame.overRepresented(profile.tree())) {
      frame(each);
    }
    json.close(']');
    balance(profile.balance());
    strings("notes", profile.notes());
    strings("files", files.stream().map(Path::toString).toList());
    json.close('}');
  }

  private void part(long nanos, long cpuNanos, long samples) throws IOException {
    number("nanos", nanos);
    number("cpuNanos", cpuNanos);
    number("samples", samples);
    json.close('}');
  }

  private void frame(HotFrame frame) throws IOException {
    json.open('{');
    json.name("frame").string(frame.frame());
    share("slowShare", frame.slowShare());
    share("restShare", frame.restShare());
    share("slowSelfShare", frame.slowSelfShare());
    share("restSelfShare", frame.restSelfShare());
    number("slowSamples", frame.total().slowSamples());
    number("restSamples", frame.total().restSamples());
    json.close('}');
  }

  private void balance(BalanceSheet sheet) throws IOException {
    json.name("balance").open('{');
    json.name("threads").open('[');
    for (ThreadBalance each : sheet.threads()) {
      thread(each);
    }
    json.close(']');
    json.name("total");
    thread(sheet.total());
    number("jvmOwnNanos", sheet.jvmNanos());
    number("unseenNanos", sheet.unrecordedNanos());
    json.close('}');
  }

  private void thread(ThreadBalance thread) throws IOException {
    json.open('{');
    json.name("name").string(thread.name());
    number("cpuNanos", thread.cpuNanos());
    number("samples", thread.samples());
    number("sampledNanos", thread.sampledNanos());
    number("biased", thread.biased());
    number("lost", thread.lost());
    number("lostNanos", thread.lostNanos());
    number("failed", thread.failed());
    number("failedNanos", thread.failedNanos());
    number("unexplainedNanos", thread.unexplainedNanos());
    json.close('}');
  }

  private void number(String name, @Nullable Long value) throws IOException {
    json.name(name).number(value == null ? null : Long.toString(value));
  }

  private void share(String name, double value) throws IOException {
    json.name(name).number(Figures.plain(value));
  }

  private void strings(String name, List<String> texts) throws IOException {
    json.name(name).open('[');
    for (String each : texts) {
      json.string(each);
    }
    json.close(']');
  }
}
