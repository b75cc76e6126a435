package dev.takt.process;

import java.nio.file.Path;
import java.util.Objects;

/// Where one of a child's descriptors leads.
public sealed interface Redirect {

  /// Whether a child can have this as its descriptor `number`.
  boolean fits(int number);

  /// A pipe from or to this process; for descriptors 0, 1 and 2, where it is the default.
  static Redirect pipe() {
    return Pipe.PIPE;
  }

  /// `/dev/null`: reads see the end at once, and writes are discarded.
  static Redirect discard() {
    return Discard.DISCARD;
  }

  /// The same descriptor of this process.
  static Redirect inherit() {
    return Inherit.SAME;
  }

  /// A descriptor of this process that other code opened, such as a listening socket.
  ///
  /// @param descriptor its number here
  static Redirect inherit(int descriptor) {
    if (descriptor < 0) {
      throw new IllegalArgumentException("a descriptor is 0 or more, not " + descriptor);
    }
    return new Inherit(descriptor);
  }

  /// Reads from a file, which this process opens, relative to its own directory.
  static Redirect from(Path file) {
    return new From(file);
  }

  /// Writes to a file, which is created if it does not exist, and truncated if it does.
  static Redirect to(Path file) {
    return new To(file, false);
  }

  /// Appends to a file, which is created if it does not exist.
  static Redirect append(Path file) {
    return new To(file, true);
  }

  /// For standard error: the same as standard output, in the order in which the child writes.
  static Redirect toStdout() {
    return ToStdout.TO_STDOUT;
  }

  /// See [Redirect#pipe].
  enum Pipe implements Redirect {
    PIPE;

    @Override
    public boolean fits(int number) {
      return number <= 2;
    }
  }

  /// See [Redirect#discard].
  enum Discard implements Redirect {
    DISCARD;

    @Override
    public boolean fits(int number) {
      return true;
    }
  }

  /// See [Redirect#inherit()].
  ///
  /// @param descriptor of this process, or -1 for the one with the child's number
  record Inherit(int descriptor) implements Redirect {
    static final Inherit SAME = new Inherit(-1);

    @Override
    public boolean fits(int number) {
      return true;
    }
  }

  /// See [Redirect#from].
  record From(Path file) implements Redirect {
    /// Checks its parts.
    public From {
      Objects.requireNonNull(file, "file");
    }

    @Override
    public boolean fits(int number) {
      return number == 0 || number > 2;
    }
  }

  /// See [Redirect#to] and [Redirect#append].
  record To(Path file, boolean append) implements Redirect {
    /// Checks its parts.
    public To {
      Objects.requireNonNull(file, "file");
    }

    @Override
    public boolean fits(int number) {
      return number > 0;
    }
  }

  /// See [Redirect#toStdout].
  enum ToStdout implements Redirect {
    TO_STDOUT;

    @Override
    public boolean fits(int number) {
      return number == 2;
    }
  }
}
