package dev.takt.load.replay;

import dev.takt.load.schedule.ScheduleException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What to replay, and how.
///
/// @param file an access log or a HAR file; may be compressed by gzip
/// @param fields the names of fields in JSON lines, for those that are not found by themselves
/// @param speed how much faster than recorded; more than 0
/// @param filter which requests
/// @param group finds the group of a request in its path: the first group, or the whole match; null
///   for no groups
/// @param digest what the requests and their times must be, see [ReplayLog#digest]; null if the
///   plan does not say it
public record ReplaySettings(
    Path file,
    Map<Field, String> fields,
    double speed,
    ReplayFilter filter,
    @Nullable Pattern group,
    @Nullable String digest) {

  /// Finds the first segment of a path.
  public static final Pattern FIRST_SEGMENT = Pattern.compile("^/([^/?]+)");

  /// A value that a line of a log can have.
  public enum Field {
    /// When the request began or ended.
    TIME,
    /// The method.
    METHOD,
    /// The path and the query.
    PATH,
    /// The status of the answer.
    STATUS,
    /// How long the request took.
    DURATION
  }

  /// Copies the map, and checks the speed.
  public ReplaySettings {
    fields = Map.copyOf(fields);
    if (!(speed > 0) || Double.isInfinite(speed)) {
      throw new ScheduleException("the speed of a replay must be more than 0, and is " + speed);
    }
  }

  /// The same with another file, whose requests have to have this digest.
  public ReplaySettings with(Path otherFile, String otherDigest) {
    return new ReplaySettings(otherFile, fields, speed, filter, group, otherDigest);
  }
}
