package dev.takt.process;

import org.jspecify.annotations.Nullable;

/// How a child ended.
public sealed interface Exit {

  /// What it used; null where the system does not say.
  @Nullable ResourceUsage usage();

  /// Whether it ended by itself and with code 0.
  default boolean isSuccess() {
    return this instanceof Code code && code.value() == 0;
  }

  /// For people: `exit code 1`, `killed by SIGKILL`.
  String describe();

  /// It ended by itself.
  ///
  /// @param value from 0 to 255; of a plain launcher what [Process#exitValue] says, which is 128
  ///   and the signal's number for a child that a signal ended on Unix
  record Code(int value, @Nullable ResourceUsage usage) implements Exit {
    @Override
    public String describe() {
      return "exit code " + value;
    }
  }

  /// A signal ended it. A plain launcher cannot tell this from a code of 128 and more, and tells
  /// [Code].
  ///
  /// @param signal the number
  /// @param coreDumped whether the system wrote a core dump
  record Killed(int signal, boolean coreDumped, @Nullable ResourceUsage usage) implements Exit {
    @Override
    public String describe() {
      return "killed by " + Signal.nameOf(signal) + (coreDumped ? ", core dumped" : "");
    }
  }

  /// It has ended, and nobody knows how: other code in this process took the status of children
  /// that are not its own.
  record Unknown() implements Exit {
    @Override
    public @Nullable ResourceUsage usage() {
      return null;
    }

    @Override
    public String describe() {
      return "ended; its status was taken by other code in this process";
    }
  }
}
