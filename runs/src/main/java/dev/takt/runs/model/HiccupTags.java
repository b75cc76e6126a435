package dev.takt.runs.model;

import dev.takt.record.hiccup.HiccupLog;

/// The tags of `hiccups.hdr`: `SIDE:hiccup-raw` for the measured hiccups, `SIDE:hiccup-corrected`
/// with the samples that the sleeping thread missed.
public final class HiccupTags {

  private HiccupTags() {}

  /// The tag of the measured hiccups.
  public static String raw(Side side) {
    return HiccupLog.rawTag(side.lowerCase());
  }

  /// The tag of the hiccups with the missed samples.
  public static String corrected(Side side) {
    return HiccupLog.correctedTag(side.lowerCase());
  }
}
