package dev.takt.cassandra.stress.profile;

import dev.takt.load.config.source.Origin;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// The text of a profile.
///
/// @param source the file or the URL
record ProfileText(String source, String text) {

  private static final Pattern URL = Pattern.compile("(?i)(https?|file):.+");
  private static final int MAX_BYTES = 1 << 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /// Reads a file or a URL.
  ///
  /// @param folder what a file name is relative to
  static ProfileText read(String location, Path folder) throws PlanException {
    if (URL.matcher(location).matches()) {
      return new ProfileText(location, download(location));
    }
    try {
      Path file = folder.resolve(location);
      return new ProfileText(file.toString(), PlanFile.text(file, "profile"));
    } catch (InvalidPathException e) {
      throw failure(location, "is not a file name: " + e.getReason());
    }
  }

  private static String download(String url) throws PlanException {
    try {
      URLConnection connection = URI.create(url).toURL().openConnection();
      connection.setConnectTimeout((int) TIMEOUT.toMillis());
      connection.setReadTimeout((int) TIMEOUT.toMillis());
      try (InputStream in = connection.getInputStream()) {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
          throw failure(url, "larger than 1 MiB: this is no profile");
        }
        return new String(bytes, StandardCharsets.UTF_8);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw failure(url, "cannot be read: " + e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  private static PlanException failure(String location, String message) {
    return new PlanException(List.of(Origin.flag(location).problem("", message)));
  }
}
