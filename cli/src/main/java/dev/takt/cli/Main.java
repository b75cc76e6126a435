package dev.takt.cli;

/// Entry.
public final class Main {
  private Main() {}

  /// Main.
  public static void main(String[] args) {
    System.out.println("hello");
  }
}
