package dev.takt.record.log;

import org.junit.jupiter.api.Tag;

/// The same laws against more logs.
@Tag("slow")
class LogLawsLongTest extends LogLawsTest {

  @Override
  int times() {
    return 40;
  }
}
