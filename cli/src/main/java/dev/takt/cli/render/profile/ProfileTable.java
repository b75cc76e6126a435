package dev.takt.cli.render.profile;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.profile.BiasedFrame;
import dev.takt.explain.profile.HotFrame;
import dev.takt.explain.profile.Profile;
import dev.takt.explain.profile.SlowMoments;
import dev.takt.explain.profile.ThreadCpuCoverage;
import dev.takt.explain.profile.Weight;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// A profile as text: what was slow, how much the samples account for, and which frames take more
/// time in the slow moments.
public final class ProfileTable {

  private static final int MAX_FRAMES = 10;
  private static final int FRAME = 42;
  private static final int MAX_BIASED = 3;

  private final Profile profile;
  private final TextPage page = new TextPage(TextStyle.PLAIN);

  private ProfileTable(Profile profile) {
    this.profile = profile;
  }

  /// The text, with a trailing line break.
  ///
  /// @param intrinsics those that the frame with most biased samples may have called, as text
  /// @param files the written files
  public static String render(Profile profile, String intrinsics, List<Path> files) {
    ProfileTable table = new ProfileTable(profile);
    table.bias(intrinsics);
    table.moments();
    table.frames();
    ThreadBalanceTable.print(profile.balance(), table.page);
    table.notes();
    table.page.blank();
    files.forEach(each -> table.page.line("file        " + each));
    return table.page.toString();
  }

  /// What makes methods' own times wrong comes first.
  private void bias(String intrinsics) {
    List<ThreadCpuCoverage> biased =
        profile.balance().threads().stream().filter(ThreadCpuCoverage::isBiased).toList();
    if (biased.isEmpty()) {
      return;
    }
    String threads =
        biased.stream()
            .limit(MAX_BIASED)
            .map(each ->
                EnglishText.format(
                    "%s (%s of %s)",
                    TagText.escape(each.name()),
                    Units.count(each.biased()),
                    Units.count(each.taken().count())))
            .collect(Collectors.joining(", "));
    page.line(
        "biased      samples of "
            + threads
            + (biased.size() > MAX_BIASED ? " and others" : "")
            + ": the thread was in code without a stack, such as an intrinsic that the last method"
            + " calls, or at its next poll");
    BiasedFrame.of(profile.tree())
        .ifPresent(frame ->
            page.line(
                "            most of them under "
                    + Prose.cutFront(TagText.escape(frame), FRAME)
                    + "; "
                    + intrinsics));
  }

  private void moments() {
    Weight all = profile.tree().total();
    if (profile.slow().operations() > 0) {
      page.line(slow(profile.slow()));
      page.line(
          EnglishText.format(
              "moments     %s of %s, in %s intervals; samples are on this clock to %s",
              Units.time(profile.slowNanos()),
              Units.time(profile.slowNanos() + profile.restNanos()),
              Units.count(profile.slow().intervals()),
              Units.time(profile.clockErrorNanos())));
      page.line(
          EnglishText.format(
              "CPU time    %s in them (%s processors busy), %s in the rest (%s)",
              Units.time(all.slow()),
              processors(profile.slowProcessors()),
              Units.time(all.rest()),
              processors(profile.restProcessors())));
    } else {
      page.line(
          EnglishText.format(
              "CPU time    %s in %s (%s processors busy); no moment is known to be slow",
              Units.time(all.sum()),
              Units.time(profile.restNanos()),
              processors(profile.restProcessors())));
    }
    page.line(
        EnglishText.format(
            "samples     %s in slow moments, %s in the rest, each %s of a thread's CPU time",
            Units.count(all.slowSamples()),
            Units.count(all.restSamples()),
            Units.time(profile.periodNanos())));
  }

  /// Which operations were slow, in a line.
  static String slow(SlowMoments slow) {
    return EnglishText.format(
        "slow        %s operations took longer than %s, %s",
        Units.count(slow.operations()), Units.time(slow.limit().nanos()), slow.limit().origin());
  }

  private static String processors(double count) {
    return EnglishText.format("%.2f", count);
  }

  private void frames() {
    if (profile.slow().operations() == 0) {
      return;
    }
    page.blank();
    List<HotFrame> frames = HotFrame.overRepresented(profile.tree());
    if (frames.isEmpty()) {
      page.line("no frame takes a greater part in the slow moments than chance may give it");
      return;
    }
    page.table(
        List.of("more in slow moments", "with callees", "rest", "self", "rest"),
        frames.stream().limit(MAX_FRAMES).map(ProfileTable::row).toList(),
        0);
    if (frames.size() > MAX_FRAMES) {
      page.line("and " + Units.count(frames.size() - MAX_FRAMES) + " more");
    }
  }

  private static List<String> row(HotFrame frame) {
    return List.of(
        Prose.cutFront(TagText.escape(frame.frame()), FRAME),
        percent(frame.slowShare()),
        percent(frame.restShare()),
        percent(frame.slowSelfShare()),
        percent(frame.restSelfShare()));
  }

  static String percent(double share) {
    return EnglishText.format("%.1f %%", share * 100);
  }

  private void notes() {
    if (!profile.notes().isEmpty()) {
      page.blank();
      profile.notes().forEach(each -> page.point(TagText.escape(each)));
    }
  }
}
