package dev.takt.watch;

import dev.takt.runs.jfr.RecordingCoverage;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.jfr.RecordingFindings;

/// Texts that say what a recording cannot prove: a part is missing, or stall events are.
final class RecordingCaveat {

  private RecordingCaveat() {}

  /// Why a missing stall proves nothing.
  ///
  /// @return a sentence without a full stop; empty if the recording is complete and shows stalls
  static String of(RecordingFindings read) {
    RecordingCoverage coverage = read.coverage();
    if (coverage.isUnfinished()) {
      return EnglishText.format(
          "this recording was never ended: %.3f s could be read; what followed is unknown",
          coverage.readNanos() / 1e9);
    }
    if (!coverage.isWhole()) {
      return EnglishText.format(
          "only part of this recording could be read: %s; the rest is unknown", readPart(coverage));
    }
    if (read.rejected() > 0) {
      return EnglishText.format(
          "%d events of this recording could not be parsed; what they show is unknown",
          read.rejected());
    }
    return read.showsStalls()
        ? ""
        : "this recording has no events that show stalls; whether there were any is unknown";
  }

  /// The text for a report without stalls.
  static String noStallsText(RecordingFindings read) {
    if (!read.showsStalls()) {
      return "whether there were stalls is unknown";
    }
    if (!read.isComplete()) {
      return "no stalls were seen in the part that could be read";
    }
    return read.showsAllKinds()
        ? "no stalls were seen"
        : "no stalls were seen of the kinds that this recording can show";
  }

  private static String readPart(RecordingCoverage coverage) {
    String bytes =
        EnglishText.format(
            "%.1f %% of %d bytes, %.3f s of %.3f s",
            Math.min(99.9, 100.0 * coverage.readBytes() / coverage.wholeBytes()),
            coverage.wholeBytes(),
            coverage.readNanos() / 1e9,
            Math.max(coverage.readNanos(), coverage.nanos()) / 1e9);
    int chunks = coverage.chunks().size();
    return chunks == 1
        ? bytes
        : bytes + EnglishText.format(", %d of %d chunks whole", coverage.wholeChunks(), chunks);
  }
}
