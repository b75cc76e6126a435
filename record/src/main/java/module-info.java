/// Clocks, latency recorders and tagged interval logs.
module dev.takt.record {
  requires static org.jspecify;
  requires static com.github.luben.zstd_jni;
  requires dev.takt.concurrent;

  exports dev.takt.record;
  exports dev.takt.record.hiccup;
  exports dev.takt.record.histogram;
  exports dev.takt.record.log;
  exports dev.takt.record.log.algebra;
  exports dev.takt.record.log.read;
  exports dev.takt.record.log.write;
  // For Takt's own modules.
  exports dev.takt.record.files to
      dev.takt.cli,
      dev.takt.cli.spi,
      dev.takt.driver.redis,
      dev.takt.fleet,
      dev.takt.report,
      dev.takt.runs;
  exports dev.takt.record.text to
      dev.takt.cli,
      dev.takt.report,
      dev.takt.watch;
}
