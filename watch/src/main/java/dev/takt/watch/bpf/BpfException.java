package dev.takt.watch.bpf;

/// A BPF program cannot be loaded or attached. The message is user-visible and says why.
public final class BpfException extends Exception {

  private static final long serialVersionUID = 1;

  BpfException(String why) {
    super(why);
  }
}
