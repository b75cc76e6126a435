package dev.takt.load.share;

import org.jspecify.annotations.Nullable;

/// How the load is spread over generators.
///
/// @param share the part of the load that this generator sends
/// @param start when the schedule starts; null for as soon as the run is ready
/// @param fleet how all of them are run together
public record Sharing(Share share, @Nullable StartTime start, FleetSettings fleet) {

  /// One generator sends the whole load.
  public static final Sharing NONE = new Sharing(Share.WHOLE, null, FleetSettings.DEFAULT);
}
