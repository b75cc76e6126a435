/// Load: schedules, workloads, the driver SPI and the engine that joins them.
module dev.takt.load {
  requires static org.jspecify;
  requires transitive dev.takt.runs;
  requires dev.takt.concurrent;
  requires tools.jackson.databind;
  requires tools.jackson.dataformat.yaml;
  requires java.management;

  exports dev.takt.load.config;
  exports dev.takt.load.config.source;
  exports dev.takt.load.config.ycsb;
  exports dev.takt.load.download;
  exports dev.takt.load.driver;
  exports dev.takt.load.engine;
  exports dev.takt.load.engine.once;
  exports dev.takt.load.engine.recording;
  exports dev.takt.load.engine.summary;
  exports dev.takt.load.handover;
  exports dev.takt.load.journey;
  exports dev.takt.load.journey.step;
  exports dev.takt.load.keyvalue;
  exports dev.takt.load.replay;
  exports dev.takt.load.rules;
  exports dev.takt.load.schedule;
  exports dev.takt.load.server;
  exports dev.takt.load.share;
  exports dev.takt.load.text;
  exports dev.takt.load.tls;
  exports dev.takt.load.wire;
  exports dev.takt.load.wire.control;
  exports dev.takt.load.workload;

  uses dev.takt.load.driver.DriverProvider;
}
