package dev.takt.cli.log;

import dev.takt.load.driver.FileGlob;
import dev.takt.record.log.LogSource;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Finds the logs that a command line names: files, globs, run directories, `-`.
final class LogFiles {

  /// The file name of a run directory's log.
  static final String OF_RUN = "latency.hdr";

  private static final String STANDARD_INPUT = "-";
  private static final String STANDARD_INPUT_NAME = "standard input";

  private final Path directory;
  private final InputStream standardInput;

  LogFiles(Path directory, InputStream standardInput) {
    this.directory = directory;
    this.standardInput = standardInput;
  }

  /// The logs of all arguments, each once, in the order of the arguments and then of their names.
  ///
  /// @param until if not null, waits at the end of a file for more data until this holds
  /// @throws IOException if an argument is not a log; the message names it
  List<LogSource> find(List<String> arguments, @Nullable BooleanSupplier until) throws IOException {
    Map<Path, Path> files = new LinkedHashMap<>(); // by real path, so that aliases count once
    List<LogSource> streams = new ArrayList<>();
    for (String each : arguments) {
      if (!each.equals(STANDARD_INPUT)) {
        for (Path file : filesOf(each)) {
          files.putIfAbsent(file.toRealPath(), file);
        }
      } else if (streams.isEmpty()) {
        streams.add(
            until == null
                ? LogSource.of(STANDARD_INPUT_NAME, standardInput)
                : LogSource.live(STANDARD_INPUT_NAME, standardInput));
      }
    }
    List<LogSource> sources = new ArrayList<>();
    for (Path each : files.values()) {
      sources.add(until == null ? LogSource.of(each) : LogSource.following(each, until));
    }
    sources.addAll(streams);
    return sources;
  }

  private List<Path> filesOf(String argument) throws IOException {
    Path path;
    try {
      path = directory.resolve(argument);
    } catch (InvalidPathException e) {
      throw new IOException("'" + argument + "' is not a valid file name: " + e.getReason(), e);
    }
    if (Files.isDirectory(path)) {
      Path log = path.resolve(OF_RUN);
      if (Files.exists(log)) {
        return List.of(log);
      }
      throw new IOException(
          argument + " is a folder without a " + OF_RUN + "; name the logs in it");
    }
    if (Files.exists(path)) {
      return List.of(path);
    }
    if (!FileGlob.isGlob(argument)) {
      throw new IOException(argument + ": there is no such file");
    }
    List<Path> matching;
    try {
      matching = FileGlob.matching(directory, argument);
    } catch (PatternSyntaxException e) {
      throw new IOException(
          argument + ": there is no such file, and it is no glob: " + e.getDescription(), e);
    }
    if (matching.isEmpty()) {
      throw new IOException(argument + ": no file matches");
    }
    return matching;
  }

  /// The shortest distinct names of files. `latency` is ambiguous where each machine has one, but
  /// `machine-1/latency` is not.
  static Map<String, String> shortNames(List<String> files) {
    for (int parts = 1; ; parts++) {
      Map<String, String> names = new HashMap<>();
      Set<String> distinct = new HashSet<>();
      boolean whole = true;
      for (String file : files) {
        String name = lastParts(file, parts);
        whole &= name.equals(file);
        names.put(file, withoutKind(name));
        distinct.add(Objects.requireNonNull(names.get(file)));
      }
      if (distinct.size() == names.size()) {
        return names;
      }
      if (whole) { // such as x.hdr and x.hlog
        names.replaceAll((file, name) -> file);
        return names;
      }
    }
  }

  private static String lastParts(String file, int parts) {
    int from = file.length();
    for (int i = 0; i < parts && from >= 0; i++) {
      from = file.lastIndexOf(File.separatorChar, from - 1);
    }
    return file.substring(from + 1);
  }

  /// The name of a log without its extension.
  private static String withoutKind(String log) {
    return log.replaceFirst("\\.(gz|zst)$", "").replaceFirst("\\.(hdr|hlog|log)$", "");
  }
}
