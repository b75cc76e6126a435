/// Performance counters of the processor and the kernel, around code or for a process, on Linux. A
/// library of its own.
///
/// It calls the C library, so a program that uses it must be started with
/// `--enable-native-access=dev.takt.process`.
module dev.takt.counters {
  requires static org.jspecify;
  requires dev.takt.process;

  exports dev.takt.counters;
  exports dev.takt.counters.perf to
      dev.takt.watch;
}
