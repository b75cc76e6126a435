package dev.takt.process;

import dev.takt.process.internal.StartDiagnosis;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A command to start: a program, its arguments and its environment. Immutable; may be started any
/// number of times. It is not passed to a shell.
///
/// To the system, arguments, variables and file names are bytes. On Linux a text is encoded as
/// UTF-8 regardless of the locale, a [Path] keeps its original bytes, and variables that are
/// neither set nor removed keep their bytes.
public final class Command {

  private final List<String> words;
  private final @Nullable Path directory;
  private final boolean inheritsEnvironment;
  private final Map<String, @Nullable String> environment;
  private final SortedMap<Integer, Redirect> descriptors;
  private final boolean leadsGroup;
  private final boolean endsWithParent;
  private final int pipeBytes;
  private final int bufferBytes;

  private Command(Builder builder) {
    words = List.copyOf(builder.words);
    directory = builder.directory;
    inheritsEnvironment = builder.inheritsEnvironment;
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(builder.environment));
    descriptors = Collections.unmodifiableSortedMap(new TreeMap<>(builder.descriptors));
    leadsGroup = builder.leadsGroup;
    endsWithParent = builder.endsWithParent;
    pipeBytes = builder.pipeBytes;
    bufferBytes = builder.bufferBytes;
  }

  /// A program with its arguments, in the environment and directory of this process.
  ///
  /// @throws IllegalArgumentException if a text has a zero character or half a surrogate pair, or
  ///   the program is empty
  public static Command of(String program, String... arguments) {
    return builder(program, arguments).build();
  }

  /// As [#of], with further options.
  public static Builder builder(String program, String... arguments) {
    List<String> words = new ArrayList<>(arguments.length + 1);
    words.add(program);
    Collections.addAll(words, arguments);
    return new Builder(words);
  }

  /// As [#of], with further options.
  ///
  /// @param words the program and its arguments
  public static Builder builder(List<String> words) {
    return new Builder(new ArrayList<>(words));
  }

  /// The program: a path, or a name that is searched for in the PATH of this process.
  public String program() {
    return words.getFirst();
  }

  /// Why a start would fail, as far as the files show, without starting anything: the program is
  /// missing or not executable, or it is a script whose interpreter is missing.
  ///
  /// @return a sentence without its final period, as in a [StartException]; empty if no problem is
  ///   found
  public Optional<String> startProblem() {
    return new StartDiagnosis(program(), directory).expected();
  }

  /// The program and its arguments.
  public List<String> words() {
    return words;
  }

  /// The working directory; null for that of this process.
  public @Nullable Path directory() {
    return directory;
  }

  /// Whether it inherits the variables of this process, except for [#environmentChanges].
  public boolean inheritsEnvironment() {
    return inheritsEnvironment;
  }

  /// The variables that are set, and with null those that are removed.
  public Map<String, @Nullable String> environmentChanges() {
    return environment;
  }

  /// Its descriptors by number: 0, 1, 2 and the additional ones.
  public SortedMap<Integer, Redirect> descriptors() {
    return descriptors;
  }

  /// Whether it leads a process group of its own.
  public boolean leadsGroup() {
    return leadsGroup;
  }

  /// Whether it is killed when this process ends.
  public boolean endsWithParent() {
    return endsWithParent;
  }

  /// The least capacity of its pipes; 0 for that of the system.
  public int pipeBytes() {
    return pipeBytes;
  }

  /// The maximum size of its handler's buffer; 0 for that of the launcher.
  public int bufferBytes() {
    return bufferBytes;
  }

  /// The program and its arguments, for display.
  @Override
  public String toString() {
    return String.join(" ", words);
  }

  /// Builds a command.
  public static final class Builder {

    private static final int SMALLEST_BUFFER = 4096;

    private final List<String> words;
    private final SortedMap<Integer, Redirect> descriptors = new TreeMap<>();
    private @Nullable Path directory;
    private final Map<String, @Nullable String> environment = new LinkedHashMap<>();
    private boolean inheritsEnvironment = true;
    private boolean leadsGroup;
    private boolean endsWithParent;
    private int pipeBytes;
    private int bufferBytes;

    private Builder(List<String> words) {
      if (words.isEmpty() || words.getFirst().isEmpty()) {
        throw new IllegalArgumentException("a command needs a program");
      }
      for (String word : words) {
        requireText("argument", word);
      }
      this.words = words;
      descriptors.put(0, Redirect.pipe());
      descriptors.put(1, Redirect.pipe());
      descriptors.put(2, Redirect.pipe());
    }

    /// Adds an argument.
    public Builder argument(String argument) {
      words.add(requireText("argument", argument));
      return this;
    }

    /// Sets the working directory. A relative program path that contains a slash is resolved
    /// against it.
    public Builder directory(Path where) {
      directory = Objects.requireNonNull(where, "directory");
      return this;
    }

    /// Sets a variable, in addition to those of this process or replacing one of them.
    ///
    /// @throws IllegalArgumentException if the name is empty or has a `=`
    public Builder environment(String name, String value) {
      environment.put(requireName(name), requireText("value of " + name, value));
      return this;
    }

    /// Removes a variable.
    public Builder withoutEnvironment(String name) {
      environment.put(requireName(name), null);
      return this;
    }

    /// Sets variables, and removes those whose value is null.
    public Builder environment(Map<String, @Nullable String> changes) {
      changes.forEach((name, value) -> {
        if (value == null) {
          withoutEnvironment(name);
        } else {
          environment(name, value);
        }
      });
      return this;
    }

    /// Removes all variables, those of this process and those set before.
    public Builder emptyEnvironment() {
      inheritsEnvironment = false;
      environment.clear();
      return this;
    }

    /// Standard input: a pipe, [Redirect#discard], a file to read, a descriptor of this process.
    public Builder stdin(Redirect redirect) {
      return descriptor(0, redirect);
    }

    /// Standard output.
    public Builder stdout(Redirect redirect) {
      return descriptor(1, redirect);
    }

    /// Standard error.
    public Builder stderr(Redirect redirect) {
      return descriptor(2, redirect);
    }

    /// Any descriptor of the child. Those above 2 cannot be pipes.
    ///
    /// @param number from 0 to 255
    /// @throws IllegalArgumentException if this descriptor cannot be redirected so
    public Builder descriptor(int number, Redirect redirect) {
      if (number < 0 || number > 255) {
        throw new IllegalArgumentException("a descriptor is from 0 to 255, not " + number);
      }
      if (!redirect.fits(number)) {
        throw new IllegalArgumentException("descriptor " + number + " cannot be " + redirect);
      }
      descriptors.put(number, redirect);
      return this;
    }

    /// Makes it the leader of a new process group, which its own children join: the whole group can
    /// be ended at once, and Ctrl-C in a terminal does not reach it.
    public Builder leadGroup() {
      leadsGroup = true;
      return this;
    }

    /// Makes the kernel kill it, with its group if it leads one, when this process ends in any way.
    /// For that the child has one additional descriptor, numbered above its other ones; a child
    /// that closes it on purpose survives. The child also survives if this process is killed within
    /// microseconds of the start.
    public Builder endWithParent() {
      endsWithParent = true;
      return this;
    }

    /// Sets the capacity of its pipes, which the system rounds up. That is how much the child can
    /// write, or this process, before the other one reads. By default the capacity is 64 KiB, and
    /// that of an output with a handler grows when it is often full; one that is set stays.
    ///
    /// The start fails if the system refuses it: `/proc/sys/fs/pipe-max-size` is the limit of a
    /// user without privileges, 1 MiB by default.
    ///
    /// @param bytes from 4 KiB to 1 GiB
    public Builder pipeBytes(int bytes) {
      if (bytes < SMALLEST_BUFFER || bytes > 1 << 30) {
        throw new IllegalArgumentException("a pipe has from 4 KiB to 1 GiB, not " + bytes);
      }
      pipeBytes = bytes;
      return this;
    }

    /// Sets the maximum size of the handler's buffer, which bounds one read and one call of the
    /// handler. Streams have no such buffer.
    ///
    /// @param bytes 4 KiB or more; not more than the launcher's buffer has, or the start fails
    public Builder bufferBytes(int bytes) {
      if (bytes < SMALLEST_BUFFER) {
        throw new IllegalArgumentException("a buffer has 4 KiB or more, not " + bytes);
      }
      bufferBytes = bytes;
      return this;
    }

    /// Builds the command.
    public Command build() {
      return new Command(this);
    }

    private static String requireName(String name) {
      if (name.isEmpty() || name.indexOf('=') >= 0) {
        throw new IllegalArgumentException("\"" + name + "\" cannot be a variable's name");
      }
      return requireText("variable", name);
    }

    private static String requireText(String what, String text) {
      Objects.requireNonNull(text, what);
      if (text.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("a zero character in " + what + " \"" + text + "\"");
      }
      if (text.codePoints().anyMatch(Builder::isHalfCharacter)) {
        throw new IllegalArgumentException(
            "half a surrogate pair in " + what + " \"" + text + "\"");
      }
      return text;
    }

    /// A surrogate has no encoding in UTF-8.
    private static boolean isHalfCharacter(int codePoint) {
      return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
  }
}
