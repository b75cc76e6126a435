package dev.takt.runs;

import dev.takt.record.hiccup.HiccupLog;

/// The tags of `hiccups.hdr`: `SIDE:hiccup-raw` for what was measured, `SIDE:hiccup-corrected` with
/// the samples that a thread that slept through a hiccup could not take.
public final class HiccupTags {

  private HiccupTags() {}

  /// What was measured.
  public static String raw(Side side) {
    return HiccupLog.rawTag(side.lowerCase());
  }

  /// With the samples that could not be taken.
  public static String corrected(Side side) {
    return HiccupLog.correctedTag(side.lowerCase());
  }
}
