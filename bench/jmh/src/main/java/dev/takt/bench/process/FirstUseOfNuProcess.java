package dev.takt.bench.process;

import com.zaxxer.nuprocess.NuAbstractProcessHandler;
import com.zaxxer.nuprocess.NuProcessBuilder;
import java.util.concurrent.TimeUnit;

/// By itself, since the verifier loads what a class mentions, and others would pay for it.
final class FirstUseOfNuProcess {

  private FirstUseOfNuProcess() {}

  static int run() throws Exception {
    return new NuProcessBuilder(new NuAbstractProcessHandler() {}, "/bin/true")
        .start()
        .waitFor(0, TimeUnit.SECONDS);
  }
}
