package dev.takt.watch.jfr;

import dev.takt.runs.jfr.JfrChunk;
import dev.takt.runs.jfr.RecordingCoverage;
import dev.takt.runs.jfr.RecordingCoverage.Part;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// Lists the parts of a recording that could not be read.
final class MissingParts {

  /// How many parts get a line of their own; the rest is one line.
  private static final int MAX_PARTS = 5;

  private MissingParts() {}

  static List<NotObservable> of(Side side, RecordingCoverage coverage) {
    List<Part> parts = coverage.chunks();
    List<NotObservable> missing = new ArrayList<>();
    int more = 0;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (part.isWhole()) {
        continue;
      }
      if (missing.size() == MAX_PARTS) {
        more++;
        continue;
      }
      boolean isEnd = i == parts.size() - 1 && (part.readBytes() > 0 || i > 0);
      String what = (isEnd ? "the end" : "a part") + " of the flight recording";
      missing.add(new NotObservable(side, what + which(parts, i), part.problem()));
    }
    if (more > 0) {
      missing.add(new NotObservable(side, more + " more chunks of it", "they are damaged too"));
    }
    if (coverage.bytesOutside() > 0) {
      missing.add(
          new NotObservable(
              side,
              EnglishText.format("%d bytes of the flight recording", coverage.bytesOutside()),
              "they belong to none of its chunks"));
    }
    return missing;
  }

  private static String which(List<Part> parts, int index) {
    JfrChunk chunk = parts.get(index).chunk();
    String number =
        parts.size() == 1 ? "" : EnglishText.format("chunk %d of %d", index + 1, parts.size());
    String time =
        chunk.isSound()
            ? "from " + moment(chunk.startEpochNanos()) + " to " + moment(chunk.endEpochNanos())
            : "";
    String both = number.isEmpty() || time.isEmpty() ? number + time : number + ", " + time;
    return both.isEmpty() ? "" : " (" + both + ")";
  }

  private static Instant moment(long epochNanos) {
    return Instant.EPOCH.plusNanos(epochNanos).truncatedTo(ChronoUnit.MILLIS);
  }
}
