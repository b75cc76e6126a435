package dev.takt.cli.render.run;

import dev.takt.cli.spi.render.Columns;
import dev.takt.cli.spi.render.Prose;
import dev.takt.explain.profile.BalanceSheet;
import dev.takt.explain.profile.HotFrame;
import dev.takt.explain.profile.Profile;
import dev.takt.explain.profile.ThreadBalance;
import dev.takt.explain.profile.Weight;
import dev.takt.load.text.Units;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/// A profile as text: what was slow, how much the samples account for, and which frames take more
/// time in the slow moments.
public final class ProfileTable {

  private static final int MAX_THREADS = 10;
  private static final int MAX_FRAMES = 10;
  private static final int NAME = 26;
  private static final int FRAME = 48;

  private final Profile profile;
  private final StringBuilder out = new StringBuilder();

  private ProfileTable(Profile profile) {
    this.profile = profile;
  }

  /// The text, with a trailing line break.
  ///
  /// @param files the written files
  public static String render(Profile profile, List<Path> files) {
    ProfileTable table = new ProfileTable(profile);
    try {
      table.moments();
      table.frames();
      table.balance();
      table.notes();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
    table.line("");
    files.forEach(each -> table.line("file        " + each));
    return table.out.toString();
  }

  private void moments() {
    Weight all = profile.tree().total();
    if (profile.slow().operations() > 0) {
      line(
          EnglishText.format(
              "slow        %s operations took longer than %s, %s",
              Units.count(profile.slow().operations()),
              Units.time(profile.limitNanos()),
              profile.limitOrigin()));
      line(
          EnglishText.format(
              "moments     %s of %s, in %s intervals; samples are on this clock to %s",
              Units.time(profile.slowNanos()),
              Units.time(profile.slowNanos() + profile.restNanos()),
              Units.count(profile.slow().intervals()),
              Units.time(profile.clockErrorNanos())));
      line(
          EnglishText.format(
              "CPU time    %s in them (%s processors busy), %s in the rest (%s)",
              Units.time(all.slowNanos()),
              processors(profile.slowProcessors()),
              Units.time(all.restNanos()),
              processors(profile.restProcessors())));
    } else {
      line(
          EnglishText.format(
              "CPU time    %s in %s (%s processors busy); no moment is known to be slow",
              Units.time(all.nanos()),
              Units.time(profile.restNanos()),
              processors(profile.restProcessors())));
    }
    line(
        EnglishText.format(
            "samples     %s in slow moments, %s in the rest, each %s of a thread's CPU time",
            Units.count(all.slowSamples()),
            Units.count(all.restSamples()),
            Units.time(profile.periodNanos())));
  }

  private static String processors(double count) {
    return EnglishText.format("%.2f", count);
  }

  private void frames() throws IOException {
    if (profile.slow().operations() == 0) {
      return;
    }
    line("");
    List<HotFrame> frames = HotFrame.overRepresented(profile.tree());
    if (frames.isEmpty()) {
      line("no frame takes a greater part in the slow moments than chance may give it");
      return;
    }
    Columns columns = new Columns(out);
    columns.begin(List.of("more in slow moments", "with callees", "rest", "self", "rest"), 0);
    for (HotFrame each : frames.stream().limit(MAX_FRAMES).toList()) {
      columns.row(
          List.of(
              Prose.cutFront(TagText.escape(each.frame()), FRAME),
              percent(each.slowShare()),
              percent(each.restShare()),
              percent(each.slowSelfShare()),
              percent(each.restSelfShare())));
    }
    columns.end();
    if (frames.size() > MAX_FRAMES) {
      line("and " + Units.count(frames.size() - MAX_FRAMES) + " more");
    }
  }

  private static String percent(double share) {
    return EnglishText.format("%.1f %%", share * 100);
  }

  private void balance() throws IOException {
    BalanceSheet sheet = profile.balance();
    line("");
    if (sheet.threads().isEmpty()) {
      line("no thread has any CPU time");
      return;
    }
    Columns columns = new Columns(out);
    columns.begin(
        List.of("thread", "CPU time", "sampled", "biased", "lost", "failed", "unexplained", ""), 0);
    List<ThreadBalance> busy = sheet.threads().stream().filter(ProfileTable::isBusy).toList();
    int shown = Math.min(MAX_THREADS, busy.size());
    for (ThreadBalance each : busy.subList(0, shown)) {
      columns.row(row(each));
    }
    List<ThreadBalance> others = busy.subList(shown, busy.size());
    if (!others.isEmpty()) {
      columns.row(row(ThreadBalance.sum(Units.count(others.size()) + " others", others)));
    }
    columns.row(row(sheet.total()));
    columns.end();
    Long own = sheet.jvmNanos();
    if (own != null) {
      line(
          "beside that, the JVM's own threads (collectors, compilers) took "
              + Units.time(own)
              + ": never sampled");
    }
    Long unseen = sheet.unrecordedNanos();
    if (unseen != null) {
      line(
          "and threads that came and went between two looks "
              + (unseen > 0 ? Units.time(unseen) : "nothing")
              + ", known to 10 ms");
    }
  }

  private static boolean isBusy(ThreadBalance thread) {
    Long cpu = thread.cpuNanos();
    return thread.accountedNanos() > 0 || (cpu != null && cpu > 0);
  }

  private static List<String> row(ThreadBalance thread) {
    Long cpu = thread.cpuNanos();
    Long unexplained = thread.unexplainedNanos();
    return List.of(
        Prose.cutEnd(TagText.escape(thread.name()), NAME),
        cpu == null ? "?" : Units.time(cpu),
        Units.time(thread.sampledNanos()),
        Units.count(thread.biased()),
        thread.lost() == 0 ? "0" : Units.time(thread.lostNanos()),
        thread.failed() == 0 ? "0" : Units.time(thread.failedNanos()),
        unexplained == null ? "?" : Units.time(unexplained),
        unexplained == null || cpu == null || cpu == 0 ? "" : percent(thread.unexplainedShare()));
  }

  private void notes() {
    if (!profile.notes().isEmpty()) {
      line("");
      profile.notes().forEach(each -> line(Prose.point(TagText.escape(each))));
    }
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
