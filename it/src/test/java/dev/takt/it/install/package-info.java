/// The scripts that set Takt up, and the packages.
@NullMarked
package dev.takt.it.install;

import org.jspecify.annotations.NullMarked;
