package dev.takt.load.share;

import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.ScheduleException;
import dev.takt.runs.text.EnglishText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The part of a load that one of several generators sends. Of each `of` operations in a row it
/// sends those at the positions from `first` on. All shares together are the whole load, each
/// operation once, because a schedule and a workload depend on the operation's number and the seed
/// only.
///
/// @param first the first position, from 0
/// @param width how many positions: the generator's weight
/// @param of the positions of all generators
public record Share(int first, int width, int of) {

  /// The whole load.
  public static final Share WHOLE = new Share(0, 1, 1);

  /// The maximum number of positions.
  public static final int MAX_POSITIONS = 10_000;

  private static final Pattern FORM = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?/(\\d{1,6})");

  /// @throws IllegalArgumentException if the positions are not among those of all generators
  public Share {
    if (of < 1 || of > MAX_POSITIONS || width < 1 || first < 0 || first + width > of) {
      throw new IllegalArgumentException(
          EnglishText.format("share of %d positions from %d on, of %d", width, first, of));
    }
  }

  /// Parses `7/20`, the seventh of twenty shares of equal size, or `3-5/20`, three of them.
  ///
  /// @throws ScheduleException if it is neither
  public static Share parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (form.matches()) {
      int first = Integer.parseInt(form.group(1));
      int last = form.group(2) == null ? first : Integer.parseInt(form.group(2));
      int of = Integer.parseInt(form.group(3));
      if (1 <= first && first <= last && last <= of && of <= MAX_POSITIONS) {
        return new Share(first - 1, last - first + 1, of);
      }
    }
    throw new ScheduleException(
        EnglishText.format(
            "expected a share such as 7/20, or 3-5/20 for three of them, of at most %d; found '%s'",
            MAX_POSITIONS, text));
  }

  /// Whether this is the whole load.
  public boolean isWhole() {
    return width == of;
  }

  /// Whether an operation is of this share.
  ///
  /// @param number of the operation in the whole load, from 0
  public boolean has(long number) {
    long position = number % of;
    return position >= first && position < first + width;
  }

  /// The number in the whole load of an operation of this share.
  ///
  /// @param index of the operation within the share, from 0
  public long number(long index) {
    return index / width * of + first + index % width;
  }

  /// How many of the first `count` operations of the whole load are of this share; [Long#MAX_VALUE]
  /// for no limit.
  public long countOf(long count) {
    return count == Long.MAX_VALUE
        ? count
        : count / of * width + Math.clamp(count % of - first, 0, width);
  }

  /// This share of a schedule.
  public Schedule of(Schedule whole) {
    return isWhole() ? whole : new SharedSchedule(whole, this);
  }

  /// The form that [#parse] reads.
  @Override
  public String toString() {
    return (first + 1) + (width == 1 ? "" : "-" + (first + width)) + "/" + of;
  }
}
