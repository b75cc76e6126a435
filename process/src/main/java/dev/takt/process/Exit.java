package dev.takt.process;

import org.jspecify.annotations.Nullable;

/// How a child ended.
public sealed interface Exit {

  /// The resources that it used; null where the system does not report them.
  @Nullable ResourceUsage usage();

  /// Whether it exited with code 0.
  default boolean isSuccess() {
    return this instanceof Code code && code.value() == 0;
  }

  /// For display: `exit code 1`, `killed by SIGKILL`.
  String describe();

  /// It exited by itself.
  ///
  /// @param value from 0 to 255; with a plain launcher [Process#exitValue], which on Unix is 128
  ///   plus the signal's number for a child that was killed by a signal
  record Code(int value, @Nullable ResourceUsage usage) implements Exit {
    @Override
    public String describe() {
      return "exit code " + value;
    }
  }

  /// A signal killed it. A plain launcher cannot distinguish this from a code of 128 and more, and
  /// reports [Code].
  ///
  /// @param signal the signal's number
  /// @param coreDumped whether the system wrote a core dump
  record Killed(int signal, boolean coreDumped, @Nullable ResourceUsage usage) implements Exit {
    @Override
    public String describe() {
      return "killed by " + Signal.nameOf(signal) + (coreDumped ? ", core dumped" : "");
    }
  }

  /// It has ended, but its status is unknown: other code in this process reaped children that are
  /// not its own.
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
