/// The `takt` command.
module dev.takt.cli {
  requires static org.jspecify;
  requires dev.takt.load;
  requires info.picocli;

  uses dev.takt.load.driver.DriverProvider;

  opens dev.takt.cli to
      info.picocli;
}
