package dev.takt.watch.bpf;

/// The kernel does not load or run a BPF program here. The message says why, for people.
public final class BpfException extends Exception {

  private static final long serialVersionUID = 1;

  BpfException(String why) {
    super(why);
  }
}
