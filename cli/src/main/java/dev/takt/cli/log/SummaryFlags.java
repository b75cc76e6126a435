package dev.takt.cli.log;

import dev.takt.cli.render.log.Hgrm;
import dev.takt.cli.render.log.LogFormat;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.spi.render.Percentile;
import dev.takt.cli.spi.render.ValueUnit;
import dev.takt.record.log.LogFacts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The flags of `takt log summarize`.
final class SummaryFlags {

  static final String UNIT = "--unit";
  static final String PERCENTILES = "--percentiles";
  static final String WINDOW = "--window";
  static final String TICKS = "--ticks";
  static final String HLP = "--hlp";
  static final String HGRM = "hgrm";
  private static final int MAX_TICKS = 10_000;

  private final LogContext context;
  private final List<Percentile> percentiles;
  private final @Nullable String format;

  SummaryFlags(LogContext context) {
    this.context = context;
    this.format = context.text(Options.FORMAT);
    this.percentiles = percentilesOf(context);
  }

  /// Rejects flags that would have no effect.
  void requireThatFlagsGoTogether() {
    boolean spectrum = HGRM.equals(format) || context.has(HLP);
    if (context.has(HLP)) {
      refuse(WINDOW, "not with " + HLP);
      refuse(LogFlags.FOLLOW, "not with " + HLP);
    }
    if (spectrum) {
      refuse(PERCENTILES, HGRM + " has percentiles of its own; --ticks makes them more or fewer");
    } else {
      refuse(TICKS, "only with " + Options.FORMAT + " " + HGRM);
    }
    if (context.has(Options.FORCE) && !context.has(Options.OUT)) {
      throw context.wrong(Options.FORCE, "only with -o");
    }
  }

  private void refuse(String flag, String reason) {
    if (context.has(flag)) {
      throw context.wrong(flag, reason);
    }
  }

  private static List<Percentile> percentilesOf(LogContext context) {
    String text = context.text(PERCENTILES);
    return text == null
        ? Percentile.USUAL
        : FlagValues.parse(context.parsed(), PERCENTILES, text, Percentile::parse);
  }

  List<Percentile> percentiles() {
    return percentiles;
  }

  /// The name of the format.
  String format() {
    String name = format == null ? "table" : format;
    if (!name.equals(HGRM) && !LogFormat.NAMES.contains(name)) {
      throw context.wrong(
          Options.FORMAT,
          "expected hgrm, " + String.join(", ", LogFormat.NAMES) + ", found '" + name + "'");
    }
    return name;
  }

  /// The unit in which values are printed, from the flags and the log.
  ValueUnit unit(LogFacts facts) {
    return LogFlags.unit(context.parsed(), UNIT, facts);
  }

  /// Whether values are printed in a unit that the user named.
  boolean hasUnit() {
    return context.has(UNIT);
  }

  /// The rows of a spectrum per half of the distance to 100 %.
  int ticks() {
    String text = context.text(TICKS);
    if (text == null) {
      return Hgrm.DEFAULT_TICKS;
    }
    if (text.matches("[1-9]\\d{0,4}") && Integer.parseInt(text) <= MAX_TICKS) {
      return Integer.parseInt(text);
    }
    throw context.wrong(TICKS, "expected 1 to " + MAX_TICKS + ", found '" + text + "'");
  }
}
