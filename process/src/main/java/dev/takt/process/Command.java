package dev.takt.process;

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

/// What is to be started: a program, its arguments and its surroundings. Immutable; may be started
/// any number of times. No shell ever sees it.
///
/// To the system, arguments, variables and file names are bytes. On Linux a text is passed on as
/// UTF-8 whatever the locale is, a [Path] with the bytes that it has, and variables that are
/// neither set nor left out keep their bytes.
public final class Command {

  private final List<String> words;
  private final @Nullable Path directory;
  private final boolean inheritsEnvironment;
  private final Map<String, @Nullable String> environment;
  private final SortedMap<Integer, Redirect> descriptors;
  private final boolean leadsGroup;
  private final boolean endsWithParent;

  private Command(Builder builder) {
    words = List.copyOf(builder.words);
    directory = builder.directory;
    inheritsEnvironment = builder.inheritsEnvironment;
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(builder.environment));
    descriptors = Collections.unmodifiableSortedMap(new TreeMap<>(builder.descriptors));
    leadsGroup = builder.leadsGroup;
    endsWithParent = builder.endsWithParent;
  }

  /// A program with its arguments, in the environment and directory of this process.
  ///
  /// @throws IllegalArgumentException if a text has a zero character or half a surrogate pair, or
  ///   the program is empty
  public static Command of(String program, String... arguments) {
    return builder(program, arguments).build();
  }

  /// As [#onSideOf], to say more of it.
  public static Builder builder(String program, String... arguments) {
    List<String> words = new ArrayList<>(arguments.length + 1);
    words.add(program);
    Collections.addAll(words, arguments);
    return new Builder(words);
  }

  /// As [#onSideOf], to say more of it.
  ///
  /// @param words the program and its arguments
  public static Builder builder(List<String> words) {
    return new Builder(new ArrayList<>(words));
  }

  /// The program: a path, or a name that is looked for in the PATH of this process.
  public String program() {
    return words.getFirst();
  }

  /// What stands against a start, as far as files show, without starting anything: the program is
  /// not there or not executable, or it is a script whose interpreter is not there.
  ///
  /// @return a sentence for people without its end, as a [StartException] has it; empty if nothing
  ///   is known to be wrong
  public Optional<String> startProblem() {
    return StartFailure.expected(this);
  }

  /// The program and its arguments.
  public List<String> words() {
    return words;
  }

  /// Where it starts; null for the directory of this process.
  public @Nullable Path directory() {
    return directory;
  }

  /// Whether it has the variables of this process, but for [#environmentChanges].
  public boolean inheritsEnvironment() {
    return inheritsEnvironment;
  }

  /// The variables that are set, and those that are left out, with null.
  public Map<String, @Nullable String> environmentChanges() {
    return environment;
  }

  /// What it has as its descriptors, by number: 0, 1, 2 and those that were asked for.
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

  /// The program and its arguments, for people.
  @Override
  public String toString() {
    return String.join(" ", words);
  }

  /// Puts a command together.
  public static final class Builder {

    private final List<String> words;
    private final SortedMap<Integer, Redirect> descriptors = new TreeMap<>();
    private @Nullable Path directory;
    private final Map<String, @Nullable String> environment = new LinkedHashMap<>();
    private boolean inheritsEnvironment = true;
    private boolean leadsGroup;
    private boolean endsWithParent;

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

    /// Starts it in a directory. A program with a slash that is not absolute is looked for from
    /// there.
    public Builder directory(Path where) {
      directory = Objects.requireNonNull(where, "directory");
      return this;
    }

    /// Sets a variable beside those of this process, or in place of one of them.
    ///
    /// @throws IllegalArgumentException if the name is empty or has a `=`
    public Builder environment(String name, String value) {
      environment.put(requireName(name), requireText("value of " + name, value));
      return this;
    }

    /// Leaves a variable out.
    public Builder withoutEnvironment(String name) {
      environment.put(requireName(name), null);
      return this;
    }

    /// Sets variables, and leaves those out whose value is null.
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

    /// Leaves all variables out that are not set afterwards.
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
    /// @throws IllegalArgumentException if the descriptor cannot be that
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

    /// Makes it the leader of a process group, to which those that it starts belong too: they can
    /// be ended together, and Ctrl-C in a terminal does not reach them.
    public Builder leadGroup() {
      leadsGroup = true;
      return this;
    }

    /// Has the kernel kill it, with its group if it leads one, when this process ends in whatever
    /// way. For that the child has one more descriptor, above those that it was given; one that
    /// closes it on purpose lives on. This process being killed within microseconds of the start is
    /// not noticed.
    public Builder endWithParent() {
      endsWithParent = true;
      return this;
    }

    /// The command.
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

    /// It has no bytes in UTF-8.
    private static boolean isHalfCharacter(int codePoint) {
      return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
  }
}
